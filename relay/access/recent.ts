/** The latest of what was seen, at most `limit` of them: the one that was not seen longest is forgotten first. */
export type Recent = {
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
