import { type Instant, SECOND } from '../../shared/time.ts';
import { isIP, SocketAddress } from 'node:net';

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

type BucketLimits = {
  /** How many may come at once. */
  readonly burst: number;
  /** How many come back each second. */
  readonly perSecond: number;
  /** For how many keys is counted; beyond that the key that was idle longest is forgotten. */
  readonly keys: number;
};

type Buckets = {
  /** Whole seconds until one is left for the key; 0 = now. Takes nothing. */
  readonly wait: (key: string) => number;
  /** Takes one or more, also where fewer are left. */
  readonly take: (key: string, count?: number) => void;
  readonly size: () => number;
};

type Bucket = { left: number; at: Instant };

/** Counts what each key may still do. Memory is bounded by `keys`. */
export function buckets({ burst, perSecond, keys }: BucketLimits, now: () => Instant): Buckets {
  const known = new Map<string, Bucket>();
  const filled = (key: string): Bucket => {
    const bucket = known.get(key) ?? { left: burst, at: now() };
    const at = now();
    // A clock that was set back gives nothing and takes nothing.
    const seconds = Math.max(0, at - bucket.at) / SECOND;
    return { left: Math.min(burst, bucket.left + seconds * perSecond), at };
  };
  return {
    wait: (key) => {
      const { left } = filled(key);
      return left >= 1 ? 0 : Math.max(1, Math.ceil((1 - left) / perSecond));
    },
    take: (key, count = 1) => {
      const bucket = filled(key);
      known.delete(key);
      known.set(key, { ...bucket, left: Math.max(0, bucket.left - count) });
      if (known.size <= keys) return;
      const [oldest] = known.keys();
      if (oldest !== undefined) known.delete(oldest);
    },
    size: () => known.size,
  };
}

/**
 * The key that groups senders: an IPv4 address, or the first half of an IPv6 address, because one household or server
 * has the whole rest for itself. What is no address is a group of its own.
 */
export function addressGroup(address: string | undefined): string {
  const [bare = ''] = (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '').split('%');
  if (isIP(bare) !== 6) return bare;
  const written = new SocketAddress({ address: bare, family: 'ipv6' }).address;
  const [front = '', back] = written.split('::');
  const head = front === '' ? [] : front.split(':');
  const tail = back === undefined || back === '' ? [] : back.split(':');
  const zeros = back === undefined ? [] : Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`;
}

/** The latest of what was seen, at most `limit` of them: the one that was not seen longest is forgotten first. */
type Recent = {
  readonly add: (key: string) => void;
  readonly has: (key: string) => boolean;
  readonly remove: (key: string) => void;
};

/** Remembers keys within a bound. */
export function recent(limit: number): Recent {
  const keys = new Set<string>();
  return {
    add: (key) => {
      keys.delete(key);
      keys.add(key);
      if (keys.size <= limit) return;
      const [oldest] = keys;
      if (oldest !== undefined) keys.delete(oldest);
    },
    has: (key) => keys.has(key),
    remove: (key) => {
      keys.delete(key);
    },
  };
}
