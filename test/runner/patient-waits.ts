import { vi } from 'vitest';
import { PATIENCE_MS } from './patience.ts';

// The library gives up after one second, which is a race with the machine and not a statement about behaviour.
const { waitFor } = vi;
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options });
