import type { Instant } from '../../shared/time.ts';
import { addressGroup } from './address-group.ts';
import { buckets } from './buckets.ts';
import { recent } from './recent.ts';

/** Wrong secrets and tokens of one address: a bay with several old laptops stays below, guessing does not. */
const REFUSALS = { burst: 60, perSecond: 0.5, keys: 10_000 } as const;
/** Requests of one token: far more than a laptop that works as it should ever makes. */
const REQUESTS = { burst: 1000, perSecond: 50, keys: 10_000 } as const;
/** So many bytes of a body count as one more request: reading and checking them is the work of a large one. */
export const BYTES_OF_REQUEST = 128 * 1024;
const REMEMBERED = 20_000;

/**
 * Admission during a flood. Only refused requests count against an address, and a right secret or a token
 * that was right before is looked at whatever the address did: so neither the operator nor a colleague behind the same
 * router is shut out by a stranger.
 */
export type Admission = {
  /** Seconds an address must wait before another unknown credential of it is looked at; 0 = none. */
  readonly refusalWait: (address: string) => number;
  readonly refused: (address: string) => void;
  /** A right secret or token came over this connection's address. */
  readonly proved: (socketAddress: string | undefined) => void;
  readonly isProven: (socketAddress: string | undefined) => boolean;
  readonly rememberToken: (hash: string) => void;
  readonly forgetToken: (hash: string) => void;
  readonly knowsToken: (hash: string) => boolean;
  /** Counts a request of a token with a body of so many bytes. Returns the seconds it must wait; 0 = go on. */
  readonly tokenWait: (tokenId: number, bytes?: number) => number;
};

/** Made once per relay; forgets everything when the relay stops. */
export function admission(now: () => Instant): Admission {
  const refusals = buckets(REFUSALS, now);
  const requests = buckets(REQUESTS, now);
  const proven = recent(REMEMBERED);
  const tokens = recent(REMEMBERED);
  /** Of the address that proved itself last there is nothing to be noted: in a burst that is the operator's. */
  let lastProved: string | null | undefined = null;
  return {
    refusalWait: (address) => refusals.wait(addressGroup(address)),
    refused: (address) => refusals.take(addressGroup(address)),
    proved: (socketAddress) => {
      if (socketAddress === lastProved) return;
      lastProved = socketAddress;
      proven.add(addressGroup(socketAddress));
    },
    isProven: (socketAddress) => proven.has(addressGroup(socketAddress)),
    rememberToken: tokens.add,
    forgetToken: tokens.remove,
    knowsToken: tokens.has,
    tokenWait: (tokenId, bytes = 0) => {
      const wait = requests.wait(String(tokenId));
      if (wait === 0) requests.take(String(tokenId), 1 + Math.floor(bytes / BYTES_OF_REQUEST));
      return wait;
    },
  };
}
