import { monitorEventLoopDelay } from 'node:perf_hooks';
import { z } from 'zod';
import { percentilesOf } from '../relay/percentiles.ts';
import { folded, histogram } from './histogram.ts';

const NANOSECONDS_PER_MS = 1e6;
const MICROSECONDS_PER_MS = 1000;
/** How finely the turns of the event loop are watched, ms. */
const WATCHED_EVERY_MS = 1;

export const watchedFigures = z.object({
  ms: z.number(),
  delayP50Ms: z.number(),
  delayP99Ms: z.number(),
  delayMaxMs: z.number(),
  /** Processor time of this thread between two turns of the timer: other processes do not change it. */
  computedP99Ms: z.number(),
  computedMaxMs: z.number(),
  /** All turns by their lateness. */
  late: histogram,
});
/** How long a work took, and how late it left others their turn of this process. */
export type WatchedFigures = z.infer<typeof watchedFigures>;

/** Runs the work, which answers how many milliseconds of it count, and watches the event loop meanwhile. */
export async function watched(work: () => Promise<number>): Promise<WatchedFigures> {
  const delay = monitorEventLoopDelay({ resolution: WATCHED_EVERY_MS });
  delay.enable();
  const computing = watchComputing();
  const ms = await work();
  delay.disable();
  const { computedP99Ms, computedMaxMs } = computing();
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / NANOSECONDS_PER_MS - WATCHED_EVERY_MS);
  return {
    ms,
    delayP50Ms: late(delay.percentile(50)),
    delayP99Ms: late(delay.percentile(99)),
    delayMaxMs: late(delay.max),
    computedP99Ms,
    computedMaxMs,
    late: folded({ count: delay.count, percentile: (percent) => delay.percentile(percent) }, late),
  };
}

/** Takes the processor time of this thread every millisecond, until the returned function is called. */
function watchComputing(): () => Pick<WatchedFigures, 'computedP99Ms' | 'computedMaxMs'> {
  const computed: number[] = [];
  let before = process.threadCpuUsage();
  const take = () => {
    const now = process.threadCpuUsage();
    computed.push((now.user + now.system - before.user - before.system) / MICROSECONDS_PER_MS);
    before = now;
  };
  const timer = setInterval(take, WATCHED_EVERY_MS);
  return () => {
    clearInterval(timer);
    take();
    const { p99, most } = percentilesOf(computed);
    return { computedP99Ms: p99, computedMaxMs: most };
  };
}

/** Runs the part of a work that is watched. */
export type Watch = (work: () => Promise<number>) => Promise<number>;
