import { closeSync, fdatasyncSync, openSync, statfsSync, writeSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { percentilesOf } from './percentiles.ts';

/** File systems in memory, by their numbers in Linux: what is synced there is not on a disk. */
const IN_MEMORY = [0x01021994, 0x858458f6];

/** Whether the folder is on a disk. */
export function isOnDisk(folder: string): boolean {
  return !IN_MEMORY.includes(statfsSync(folder).type);
}

/** One line about what the figures depend on. */
export function describeMachine(folder: string): string {
  const model = cpus()[0]?.model ?? 'unknown processor';
  const load = loadavg()[0]?.toFixed(1) ?? '?';
  return [
    `${availableParallelism()} cores (${model})`,
    `load ${load} before the run`,
    `a sync of this disk takes ${syncMilliseconds(folder).toFixed(2)} ms`,
    `Node ${process.versions.node}`,
  ].join(', ');
}

const SYNCS = 100;

/** How long the disk takes to keep one page, in the middle of some tries. */
function syncMilliseconds(folder: string): number {
  const file = openSync(join(folder, 'sync'), 'w');
  const page = Buffer.alloc(4096, 1);
  const durations = Array.from({ length: SYNCS }, () => {
    const begin = performance.now();
    writeSync(file, page);
    fdatasyncSync(file);
    return performance.now() - begin;
  });
  closeSync(file);
  return percentilesOf(durations).p50;
}
