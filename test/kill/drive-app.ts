import { setTimeout as pause } from 'node:timers/promises';
import type { Ended, HeadlessProcess, Line } from '../integration/headless/headless-process.ts';
import type { Random } from '../operator/random.ts';
import { type AskedJob, jobMaker } from './asked-job.ts';
import type { World } from './world.ts';

/** The orders to the processes and their output. */
export interface AppKills {
  readonly jobs: readonly AskedJob[];
  /** Every line of every process. */
  readonly reported: readonly Line[];
  /** Processes that ended as they should not have. */
  readonly violations: readonly string[];
}

/** Jobs that are under way at the same time in one data folder. */
const JOBS_AT_ONCE = 3;
/** Starts that each job gets in the end, without kills, to be done. */
const LAST_STARTS = 3;
/** A run that has nothing left to send, or whose requests wait for a doubt, is killed all the same. */
const LONGEST_RUN_MS = 5000;

/**
 * Starts the real process again and again, each time on one of several unfinished jobs of the same data folder, and kills
 * it, so that each start finds the queue with work of all of them; then lets every job come to its end.
 */
export async function driveApp(
  world: World,
  plan: { readonly kills: number; readonly random: Random; readonly signal: AbortSignal },
): Promise<AppKills> {
  const { random, signal } = plan;
  const nextJob = jobMaker(world.operator.state, random);
  const jobs: AskedJob[] = [];
  const unfinished = new Map<number, AskedJob>();
  const reported: Line[] = [];
  const violations: string[] = [];

  const take = (index: number, ended: Ended) => {
    reported.push(...ended.lines);
    if (ended.code === 0) unfinished.delete(index);
    else if (ended.code !== null && ended.code !== 4) {
      violations.push(
        `job ${index} ended with ${ended.code}: ${ended.stderr.trim() || String(ended.lines.at(-1)?.says)}`,
      );
      unfinished.delete(index);
    }
  };

  for (let kills = 0; kills < plan.kills;) {
    signal.throwIfAborted();
    while (unfinished.size < JOBS_AT_ONCE) {
      unfinished.set(jobs.length, nextJob());
      jobs.push(...[...unfinished.values()].slice(-1));
    }
    const [index, job] = random.pick([...unfinished]);
    const run = world.run(job, index);
    await Promise.race([aMoment(run, random), run.ended]);
    run.child.kill('SIGKILL');
    const ended = await run.ended;
    if (ended.signal === 'SIGKILL') kills += 1;
    take(index, ended);
  }
  for (const [index, job] of unfinished) {
    for (let start = 1; start <= LAST_STARTS && unfinished.has(index); start += 1) {
      signal.throwIfAborted();
      take(index, await world.run(job, index).ended);
    }
    if (unfinished.has(index))
      violations.push(`job ${index} was not done after ${LAST_STARTS} starts without a kill`);
  }
  return { jobs, reported, violations };
}

/**
 * From before the process has said anything to beyond the end of its job; mostly while one of its requests is on the wire,
 * and then as often as not a test access: the one write that is not looked for before it is sent, so that a mistake about it
 * is not mended by the next look.
 */
async function aMoment(run: HeadlessProcess, random: Random): Promise<void> {
  if (random.chance(0.3)) return pause(random.integer(150, 2500));
  const ofAccess = random.chance(0.5);
  const requests = random.integer(1, 4);
  const after = random.integer(20, 120);
  const sending = () => run.lines().filter(({ state }) => state === 'sending').length;
  const sent = run
    .line(({ kind, state }) =>
      ofAccess ? kind === 'create-assignment' && state === 'sending' : sending() >= requests,
    )
    .then(
      () => pause(after),
      // It ended first; then there is nothing to kill.
      () => undefined,
    );
  await Promise.race(ofAccess ? [sent] : [sent, pause(LONGEST_RUN_MS)]);
}
