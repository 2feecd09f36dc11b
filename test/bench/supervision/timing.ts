import { threadCpuUsage } from 'node:process';

/** The time of one piece of work: by the clock on the wall, and of that on the processor in this thread. */
export interface Took {
  readonly wallMs: number;
  readonly processorMs: number;
}

/** On a busy machine the processor's time says more than the wall's. */
export function timed(work: () => unknown): Took {
  const busy = threadCpuUsage();
  const from = performance.now();
  work();
  const wallMs = performance.now() - from;
  const { user, system } = threadCpuUsage(busy);
  return { wallMs, processorMs: (user + system) / 1000 };
}

/** The one that this share of all do not exceed; 0 of none. */
export function percentile(took: readonly number[], share: number): number {
  const sorted = took.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** A row of the table: its name, the middle and p95 on the wall, and p95 on the processor. */
export function rowOf(name: string, took: readonly Took[]): string {
  const walls = took.map(({ wallMs }) => wallMs);
  const processor = took.map(({ processorMs }) => processorMs);
  const shown = (ms: number) => `${ms.toFixed(1).padStart(7)} ms`;
  return [
    name.padEnd(46),
    `p50 ${shown(percentile(walls, 0.5))}`,
    `p95 ${shown(percentile(walls, 0.95))}`,
    `on the processor ${shown(percentile(processor, 0.95))}`,
  ].join('   ');
}

/** How far the time that counts is: p95 on the wall. */
export const p95Of = (took: readonly Took[]): number =>
  percentile(
    took.map(({ wallMs }) => wallMs),
    0.95,
  );
