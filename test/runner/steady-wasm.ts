import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';

/** Kept between runs, and safe to delete. */
const COMPILE_CACHE = join(import.meta.dirname, '../../node_modules/.cache/boxwright/compile');

/** For a process whose tests start threads. */
export const STEADY_WASM = '--no-wasm-code-gc';

/**
 * Keeps this process, and what it starts, clear of a race in V8 that ends a process ("Check failed: jit_page.has_value()",
 * nodejs/node 64500): freed WebAssembly code is looked for in a list that another thread is changing. Every process and
 * thread that a test starts runs TypeScript as written, for which it brings a WebAssembly compiler up and down again. So what
 * is compiled is kept for those that come later, and no code is freed early.
 */
export function steadyWasm(): void {
  process.env['NODE_COMPILE_CACHE'] ??= COMPILE_CACHE;
  setFlagsFromString(STEADY_WASM);
}
