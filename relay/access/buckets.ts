import { SECOND, type Instant } from '../../shared/time.ts';

export type BucketLimits = {
  /** How many may come at once. */
  readonly burst: number;
  /** How many come back each second. */
  readonly perSecond: number;
  /** For how many keys is counted; beyond that the key that was idle longest is forgotten. */
  readonly keys: number;
};

export type Buckets = {
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
