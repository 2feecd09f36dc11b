import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { buildShim } from '../../power-cut/shim.ts';
import { reported, type Row } from '../frame/rows.ts';

/** The extra time of a sync on an old laptop. */
export const OLD_SYNC_MS = 15;
/** The processor of an old laptop is so many times slower: a factor outside of this is none of its figures. */
const LEAST_SLOWER = 3.5;
const MOST_SLOWER = 4.5;
/** The fixed work is done this often on the machine and on the old laptop, in turn. */
const TIMES = 9;

/** A fixed piece of work as an expression, for every process that can be asked. Its value is the milliseconds that it took. */
export const FIXED_WORK = `(() => {
  const from = performance.now();
  let sum = 0;
  for (let step = 0; step < 40_000_000; step += 1) sum = (sum * 31 + step) | 0;
  return performance.now() - from + (sum === 1 ? 1 : 0);
})()`;

/** The environment of a process whose syncs take longer. The library goes into the folder. */
export function slowDisk(folder: string): (slowerByMs: number) => Readonly<Record<string, string>> {
  const library = buildShim(folder, join(import.meta.dirname, 'slow-sync.c'));
  return (slowerByMs) => ({ LD_PRELOAD: library, SLOW_SYNC_MS: String(slowerByMs) });
}

/** All processes that this one starts are those of an old laptop, while they are slowed. */
export interface OldLaptop {
  /** The environment with the slow disk, for the processes that it should have. */
  readonly env: Readonly<Record<string, string>>;
  readonly slow: () => Promise<void>;
  readonly fast: () => Promise<void>;
  /** How many times slower a piece of work is than on this machine; it answers its milliseconds. The laptop is slow afterwards. */
  readonly slowdown: (what: string, work: () => Promise<number>) => Promise<Row>;
  /** Everything runs again, and nothing that slowed it is left. */
  readonly end: () => Promise<void>;
}

/** Makes this machine an old laptop for the child processes of this one. Needs Linux and gcc. */
export async function oldLaptop(folder: string): Promise<OldLaptop> {
  const disk = slowDisk(folder);
  const slower = fork(join(import.meta.dirname, 'worker.ts'));
  await once(slower, 'message');
  const be = async (isSlow: boolean): Promise<void> => {
    if (slower.exitCode !== null) throw new Error('nothing slows this laptop any more');
    const done = once(slower, 'message');
    slower.send(isSlow);
    await done;
  };
  return {
    env: disk(OLD_SYNC_MS),
    slow: () => be(true),
    fast: () => be(false),
    slowdown: async (what, work) => {
      const factors: number[] = [];
      for (let time = 0; time < TIMES; time += 1) {
        await be(false);
        const ordinary = await work();
        await be(true);
        factors.push((await work()) / ordinary);
      }
      return judged(what, factors);
    },
    end: () => ended(slower),
  };
}

/** The fixed work in a process of its own. */
export async function inOwnProcess(): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--print', FIXED_WORK]);
  return z.coerce.number().parse(stdout);
}

/** A factor outside of its range is missed on either side. */
export function judged(what: string, factors: readonly number[]): Row {
  const figure = reported({ what: `fixed work ${what}, of this machine`, unit: '×', rounds: factors });
  const { value } = figure;
  const isOne = value !== null && value >= LEAST_SLOWER && value <= MOST_SLOWER;
  return { ...figure, target: `${LEAST_SLOWER} to ${MOST_SLOWER}`, outcome: isOne ? 'met' : 'missed' };
}

async function ended(slower: ChildProcess): Promise<void> {
  if (slower.exitCode !== null) throw new Error('the laptop was not slow to its end');
  const gone = once(slower, 'exit');
  slower.disconnect();
  await gone;
}

/** The rows of the old profile have names of their own. */
export const asOldLaptop = (rows: readonly Row[]): readonly Row[] =>
  rows.map((row) => ({ ...row, what: `old laptop: ${row.what}` }));
