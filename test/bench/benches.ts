/** Every bench by its name, in the order of the table; each is a folder here with a `main.ts`. */
export const BENCHES = [
  'search',
  'enqueue',
  'drain',
  'sync',
  'lateness',
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
  'scale',
] as const;
/** Those with ratios alone, which a night compares with the nights before. Together under five minutes. */
export const SHORT_BENCHES = ['enqueue', 'drain'] as const satisfies readonly (typeof BENCHES)[number][];
/** Those that know the profile of an old laptop. */
export const OLD_BENCHES = [
  'enqueue',
  'startup',
  'interact',
] as const satisfies readonly (typeof BENCHES)[number][];
export type BenchName = (typeof BENCHES)[number];
