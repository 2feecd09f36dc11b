import { vi } from 'vitest';

/** How long a condition may take on a machine under load; what holds goes on at once. */
const PATIENCE_MS = 20_000;

// The library gives up after one second, which is a race with the machine and not a statement about behaviour.
const { waitFor } = vi;
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options });
