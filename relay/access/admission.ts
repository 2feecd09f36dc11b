import { type Instant, SECOND } from '../../shared/time.ts';
import { isIP, SocketAddress } from 'node:net';

/**
 * Rate limit of wrong secrets and tokens per address: a bay with several old laptops stays below it, a guessing client
 * does not.
 */
const REFUSALS = { burst: 60, perSecond: 0.5, keys: 10_000 } as const;
/** Rate limit of requests per token: far above the traffic of a correct laptop. */
const REQUESTS = { burst: 1000, perSecond: 50, keys: 10_000 } as const;
/** Bytes of a body that count as one more request: reading and checking them costs as much as a large request. */
export const BYTES_OF_REQUEST = 128 * 1024;
const REMEMBERED = 20_000;

/**
 * Admission during a flood. Only refused requests count against an address. A right secret, or a token that was right
 * before, is checked even from a limited address, so a stranger behind the same router cannot shut out the operator or
 * a colleague.
 */
export type Admission = {
  /** Seconds until the relay checks another unknown credential from this address; 0 = now. */
  readonly refusalWait: (address: string) => number;
  readonly refused: (address: string) => void;
  /** Records that a right secret or token came over a connection from this address. */
  readonly proved: (socketAddress: string | undefined) => void;
  readonly isProven: (socketAddress: string | undefined) => boolean;
  readonly rememberToken: (hash: string) => void;
  readonly evictToken: (hash: string) => void;
  readonly knowsToken: (hash: string) => boolean;
  /**
   * Counts a request of a token with a body of this many bytes. Returns the seconds that the token must wait; 0 = go
   * on.
   */
  readonly tokenWait: (tokenId: number, bytes?: number) => number;
};

/** Creates the counters of one relay. They are kept in memory only. */
export function admission(now: () => Instant): Admission {
  const refusals = buckets(REFUSALS, now);
  const requests = buckets(REQUESTS, now);
  const proven = recent(REMEMBERED);
  const tokens = recent(REMEMBERED);
  /** Fast path: in a burst, all requests come from the address that was recorded last. */
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
    evictToken: tokens.remove,
    knowsToken: tokens.has,
    tokenWait: (tokenId, bytes = 0) => {
      const wait = requests.wait(String(tokenId));
      if (wait === 0) requests.take(String(tokenId), 1 + Math.floor(bytes / BYTES_OF_REQUEST));
      return wait;
    },
  };
}

type BucketLimits = {
  /** Largest number of requests at once. */
  readonly burst: number;
  /** Requests regained per second. */
  readonly perSecond: number;
  /** Largest number of counted keys; beyond it the least recently used key is evicted. */
  readonly keys: number;
};

type Buckets = {
  /** Whole seconds until the key has one request left; 0 = now. Does not consume it. */
  readonly wait: (key: string) => number;
  /** Consumes one or more; never goes below 0. */
  readonly take: (key: string, count?: number) => void;
  readonly size: () => number;
};

type Bucket = { left: number; at: Instant };

/** Token buckets by key. Memory is bounded by `keys`. */
export function buckets({ burst, perSecond, keys }: BucketLimits, now: () => Instant): Buckets {
  const known = new Map<string, Bucket>();
  const filled = (key: string): Bucket => {
    const at = now();
    const bucket = known.get(key) ?? { left: burst, at };
    // A clock that was set back neither adds nor takes requests, and the key regains from the new time on.
    if (at < bucket.at) bucket.at = at;
    const seconds = (at - bucket.at) / SECOND;
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
 * The key that groups senders: an IPv4 address, or the /64 prefix of an IPv6 address, because one household or server
 * owns all addresses below it. Text that is not an IP address forms a group of its own.
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

/** LRU set of at most `limit` keys. */
type Recent = {
  readonly add: (key: string) => void;
  readonly has: (key: string) => boolean;
  readonly remove: (key: string) => void;
};

/** Creates the set. An added key becomes the most recent one. */
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
