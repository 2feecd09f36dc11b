import { readFileSync } from 'node:fs';

/** The costs of this process since its start. */
export interface Spent {
  readonly atMs: number;
  /** How often its main thread was woken. */
  readonly wakes: number;
  readonly cpuMs: number;
  /** Bytes that went to the disk. */
  readonly written: number;
}

const figure = (file: string, name: string): number => {
  const [, value] = new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(file, 'utf8')) ?? [];
  if (value === undefined) throw new Error(`${file} has no ${name}`);
  return Number(value);
};

/** Linux counts them. */
export function spent(): Spent {
  const { user, system } = process.cpuUsage();
  return {
    atMs: performance.now(),
    wakes: figure(`/proc/self/task/${process.pid}/status`, 'voluntary_ctxt_switches'),
    cpuMs: (user + system) / 1000,
    written: figure('/proc/self/io', 'write_bytes'),
  };
}

/** The costs between two moments. */
export const between = (from: Spent, to: Spent): Spent => ({
  atMs: to.atMs - from.atMs,
  wakes: to.wakes - from.wakes,
  cpuMs: to.cpuMs - from.cpuMs,
  written: to.written - from.written,
});
