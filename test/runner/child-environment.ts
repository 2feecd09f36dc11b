/**
 * The environment of a process that a test starts: what finds programs, and nothing else of this test's own. The compile
 * cache holds stripped and compiled modules of our TypeScript; with it a process starts in a fifth of the processor time.
 */
export function childEnvironment(): Readonly<Record<string, string>> {
  return {
    PATH: process.env['PATH'] ?? '',
    ...(process.env['NODE_COMPILE_CACHE'] === undefined
      ? {}
      : { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }),
  };
}
