import type { FaultInput } from '../operator/faults.ts';
import type { ResultRuleInput } from '../operator/results/result-rules.ts';

/**
 * Further faults while processes are killed. All of it happens within the quarantine of these runs, one
 * second: a later apply cannot be distinguished from none.
 */
export const troubles: readonly FaultInput[] = [
  { method: 'PUT', path: '/cars', effect: { kind: 'drop', when: 'after' } },
  { method: 'PUT', path: '/installations', effect: { kind: 'drop', when: 'after', reset: true } },
  { method: 'PUT', path: '/groups', effect: { kind: 'status', status: 502, when: 'after', html: true } },
  { method: 'PUT', path: '/groups/*/cars', effect: { kind: 'truncate' } },
  { method: 'PUT', path: '/assignments', effect: { kind: 'drop', when: 'after' } },
  { method: 'DELETE', path: '/assignments/*', effect: { kind: 'drop', when: 'after' } },
  { method: 'PUT', path: '/cars', effect: { kind: 'late-apply', afterMs: 300 } },
  { method: 'PUT', effect: { kind: 'drop', when: 'before' } },
];

/** The same for runs that are long enough to wait for a service that is away for a while. */
export const longerTroubles: readonly FaultInput[] = [
  { method: 'PUT', path: '/installations', effect: { kind: 'late-apply', afterMs: 300 } },
  { method: 'PUT', path: '/groups/*/cars', effect: { kind: 'late-apply', afterMs: 200 } },
  { method: 'PUT', effect: { kind: 'status', status: 503, when: 'before', retryAfter: 1 } },
  { method: 'PUT', effect: { kind: 'status', status: 429, when: 'before' } },
  { method: 'DELETE', effect: { kind: 'status', status: 500, when: 'after' } },
  { method: 'GET', path: '/cars/**', effect: { kind: 'drop', when: 'before' } },
  { method: 'GET', effect: { kind: 'status', status: 503, when: 'before' } },
  { method: 'GET', path: '/groups', effect: { kind: 'truncate' } },
];

/** Results that come twice, thrice, or after others that were asked for later. */
export const resultTroubles: readonly ResultRuleInput[] = [
  { kind: 'created', copies: 3 },
  { kind: 'deleted', copies: 2 },
  { kind: 'any', delayMs: 350 },
];
