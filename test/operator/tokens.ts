import { randomBytes } from 'node:crypto';
import { machineClock, type OperatorClock } from './clock.ts';

/** The bearer tokens given out, in memory only. */
export type Tokens = {
  readonly issue: (lifetimeSeconds: number) => string;
  readonly isValid: (token: string) => boolean;
  /** Makes every token given out so far invalid at once. */
  readonly revokeAll: () => void;
  /** Counts a token request; returns how many came within the last minute, this one included. */
  readonly countRequest: () => number;
  /** Counts how often the same login was refused in a row; another login starts again at one. */
  readonly countRefused: (login: string) => number;
  readonly accepted: () => void;
};

/** No tokens yet. */
export function newTokens(clock: OperatorClock = machineClock): Tokens {
  const expiries = new Map<string, number>();
  let requests: number[] = [];
  let refused = { login: '', times: 0 };
  return {
    issue: (lifetimeSeconds) => {
      const token = randomBytes(24).toString('base64url');
      expiries.set(token, clock.now() + lifetimeSeconds * 1000);
      return token;
    },
    isValid: (token) => (expiries.get(token) ?? 0) > clock.now(),
    revokeAll: () => {
      expiries.clear();
    },
    countRequest: () => {
      const now = clock.now();
      requests = [...requests.filter((at) => at > now - 60_000), now];
      return requests.length;
    },
    countRefused: (login) => {
      refused = { login, times: refused.login === login ? refused.times + 1 : 1 };
      return refused.times;
    },
    accepted: () => {
      refused = { login: '', times: 0 };
    },
  };
}
