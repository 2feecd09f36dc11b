import { vi } from 'vitest';

/** Waits for a condition: tries until `check` no longer throws, and answers what it answers. */
export function eventually<Value>(check: () => Value): Promise<Value> {
  return vi.waitFor(check, { interval: 5 });
}
