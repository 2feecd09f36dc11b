/** Every bench by its name, in the order of the table; each is a folder here with a `main.ts`. */
export const BENCHES = [
  'search',
  'enqueue',
  'drain',
  'sync',
  'log',
  'growth',
  'startup',
  'dev',
  'interact',
  'memory',
  'customers',
  'bundle',
  'relay',
  'supervision',
  'stock',
] as const;
export type BenchName = (typeof BENCHES)[number];
