import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeCrewKey } from '../../../electron/jobs/rescue/crew-key.ts';
import type { JobId } from '../../../shared/ids.ts';
import { ProblemError } from '../../../shared/problem.ts';
import type { Instant } from '../../../shared/time.ts';
import { seededRandom, type Random } from '../../operator/random.ts';
import { notable } from '../../operator/seed/notable.ts';
import { PATIENCE_MS } from '../../runner/patience.ts';
import { readQueueBooks } from '../check/queue-books.ts';
import { newChildren } from '../children.ts';
import { startForwarder } from '../forwarder.ts';
import { troubledOperator } from '../troubled-operator.ts';
import { troubles } from '../troubles.ts';
import { type DeadJob, notAnnounced, notContinued, notGivenUp, notInstalledOnce } from './books.ts';
import { type AskedInstallation, type CrewLaptop, joinCrew, steps } from './crew-laptop.ts';
import { type CrewRelay, startCrewRelay } from './start-relay.ts';

const WAITING_STEP_MS = 50;
/** The fate of the killed laptop, and its time. `at once`: before its absence is noticed. */
const RETURNS = ['never', 'at once', 'with the rescue', 'during the work', 'after the work'] as const;
const LATE_RETURNS = ['never', 'during the work', 'after the work'] as const;

export interface RescueReport {
  readonly kills: number;
  /** Jobs that were continued on another laptop. */
  readonly continued: number;
  /** Killed laptops that came back after that. */
  readonly returned: number;
  /** One sentence each; none when all is well. */
  readonly violations: readonly string[];
}

interface Round {
  readonly random: Random;
  readonly relay: CrewRelay;
  readonly taker: CrewLaptop;
  /** Opens or cuts the way to the operator. */
  readonly reach: (isReached: boolean) => void;
  readonly signal: AbortSignal;
}

/**
 * One laptop after the other is killed in the middle of a job. Another laptop of its crew continues the job where the relay has its
 * mirror, and the killed laptop starts again at any time, or never. Then the books of operator and queues are compared.
 */
export async function runRescueRound(plan: {
  readonly seed: number;
  readonly kills: number;
  readonly signal: AbortSignal;
}): Promise<RescueReport> {
  const { signal } = plan;
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-kill-rescue-'));
  const random = seededRandom(plan.seed);
  const children = newChildren();
  const endChildren = () => children.end();
  signal.addEventListener('abort', endChildren);
  const operator = await troubledOperator(random);
  const way = await startForwarder();
  way.forwardTo(operator.port);
  try {
    const relayDir = join(folder, 'relay');
    mkdirSync(relayDir);
    const relay = await startCrewRelay(relayDir, children);
    const crew = { folder, operator, way, relay, key: makeCrewKey().text, children };
    const taker = await joinCrew(crew, 'Bay 0', 'supervisor');
    const dead: { readonly laptop: CrewLaptop; readonly job: DeadJob }[] = [];
    for (const [index, asked] of installations(random, plan.kills).entries()) {
      signal.throwIfAborted();
      const laptop = await joinCrew(crew, `Bay ${index + 1}`, 'installer');
      operator.faults.add({ ...random.pick(troubles), nth: random.integer(1, 3) });
      const reach = (isReached: boolean) => way.forwardTo(isReached ? operator.port : null);
      const round = { random, relay, taker, reach, signal };
      const job = await liveThrough(round, laptop, asked, index === 0);
      await laptop.kill();
      dead.push({ laptop, job });
    }
    await taker.kill();
    const queues = dead.map(({ laptop, job }) => ({ books: readQueueBooks(laptop.queueFile), job }));
    const takers = readQueueBooks(taker.queueFile);
    const jobs = dead.map(({ job }) => job);
    const continued = jobs.filter(({ isContinued }) => isContinued);
    return {
      kills: plan.kills,
      continued: continued.length,
      returned: continued.filter(({ returnedAt }) => returnedAt !== null).length,
      violations: [
        ...notInstalledOnce(operator, jobs),
        ...queues.flatMap(({ books, job }) => notGivenUp(books, job)),
        ...notContinued(takers, jobs),
        ...notAnnounced([takers, ...queues.map(({ books }) => books)], operator),
      ],
    };
  } finally {
    signal.removeEventListener('abort', endChildren);
    children.end();
    await way.stop();
    await operator.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function installations(random: Random, count: number): readonly AskedInstallation[] {
  const { free, freeSmall, freeLarge } = notable.boxes;
  const shelf = random.shuffled([...free, ...freeSmall, ...freeLarge]).slice(0, count);
  if (shelf.length < count) throw new Error(`a round has Boxes for ${shelf.length} kills`);
  return shelf.map((box, index) => ({ plate: `M RS ${index + 1}`, box, group: `Arrivals ${index + 1}` }));
}

/**
 * The job of a laptop that is killed while the job is worked on; at the end the installation is complete somewhere. On a busy machine
 * every laptop may die before the relay has its mirror. `isMirrored`: the mirror is waited for, so that a round continues a job.
 */
async function liveThrough(
  round: Round,
  laptop: CrewLaptop,
  asked: AskedInstallation,
  isMirrored: boolean,
): Promise<DeadJob> {
  const { random, relay, taker, reach, signal } = round;
  const { id: job } = await laptop.page('start')('jobs.start', { kind: 'installation' });
  // In a hall without signal nothing has left when the laptop dies.
  reach(random.chance(0.5));
  const dying = workUntilKilled(round, laptop, job, asked);
  await pause(random.integer(0, 2500), undefined, { signal });
  if (isMirrored) await until(signal, () => relay.isMirrored(job));
  await laptop.kill();
  await dying;
  reach(true);
  const returns = random.pick(isMirrored ? LATE_RETURNS : RETURNS);
  const comeBack = async (): Promise<Instant> => {
    const at = Date.now();
    await laptop.startAgain();
    return at;
  };
  if (returns !== 'at once') await relay.silence();
  const isEarly = returns === 'at once' || returns === 'with the rescue';
  const [isContinued, early] = await Promise.all([
    returns === 'at once' ? false : takeOver(round, job),
    isEarly ? comeBack() : null,
  ]);
  if (!isContinued) {
    if (early === null) await comeBack();
    await finish(laptop, job, asked, signal);
    return { ...asked, job, isContinued, returnedAt: null };
  }
  const during = returns === 'during the work' ? comeBack() : null;
  await finish(taker, job, asked, signal);
  const returnedAt = early ?? (await during) ?? (returns === 'after the work' ? await comeBack() : null);
  if (returnedAt !== null) await isGivenUp(laptop, job, signal);
  return { ...asked, job, isContinued, returnedAt };
}

/** The person works as fast as the app answers; the relay has a mirror from some step on. */
async function workUntilKilled(
  { random, signal }: Round,
  laptop: CrewLaptop,
  job: JobId,
  asked: AskedInstallation,
): Promise<void> {
  const mirroredAfter = random.integer(0, steps.length - 1);
  try {
    for (const [index, { act }] of steps.entries()) {
      await act(laptop, job, asked);
      // At once instead of ten seconds later.
      if (index === mirroredAfter) await laptop.page('mirror')('queue.tryNow', {});
      await pause(random.integer(0, 300), undefined, { signal });
    }
  } catch (cause) {
    // The process was killed.
    if (!(cause instanceof ProblemError)) throw cause;
  }
}

/** Another laptop continues the job; it may be killed in the middle of that. False = the relay has no mirror, or the laptop is back. */
async function takeOver({ random, taker, signal }: Round, job: JobId): Promise<boolean> {
  const listed = async () => {
    const { jobs } = await taker.page('silent')('rescue.list', {});
    return jobs.find(({ jobId }) => jobId === job);
  };
  const first = await listed();
  if (first === undefined) return false;
  if (random.chance(0.3)) {
    const taking = taker.page('take')('rescue.take', { jobId: job, turn: first.turn }).catch(asRefused);
    await pause(random.integer(0, 60), undefined, { signal });
    await taker.kill();
    await taking;
    await taker.startAgain();
    if (await has(taker, job)) return true;
  }
  const now = await listed();
  if (now === undefined) return false;
  const view = await taker.page('take')('rescue.take', { jobId: job, turn: now.turn }).catch(asRefused);
  if (view !== null && view.step !== now.step) throw new Error(`${view.step} instead of ${now.step}`);
  return view !== null;
}

function asRefused(cause: unknown): null {
  if (cause instanceof ProblemError) return null;
  throw cause;
}

const has = (laptop: CrewLaptop, jobId: JobId): Promise<boolean> =>
  laptop
    .page('look')('jobs.get', { jobId })
    .then(
      () => true,
      (cause: unknown) => asRefused(cause) !== null,
    );

/** Does the steps that are left, and waits until the operator has all of them. */
async function finish(
  laptop: CrewLaptop,
  jobId: JobId,
  asked: AskedInstallation,
  signal: AbortSignal,
): Promise<void> {
  const ask = laptop.page('finish');
  for (const { isDone, act } of steps) {
    if (!isDone(await ask('jobs.get', { jobId }))) await act(laptop, jobId, asked);
  }
  await until(signal, async () => {
    const { unfinished, operations } = await ask('jobs.get', { jobId });
    return unfinished === 0 || operations.some(({ state }) => state === 'blocked');
  });
}

/** Waits until the app says that the job is continued elsewhere, and knows how its own operations ended. */
const isGivenUp = (laptop: CrewLaptop, jobId: JobId, signal: AbortSignal): Promise<void> =>
  until(signal, async () => {
    const { handedOver, unfinished } = await laptop.page('waiting')('jobs.get', { jobId });
    return handedOver && unfinished === 0;
  });

/** Waits for it. The books show an app in which it never happens. */
async function until(signal: AbortSignal, isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (Date.now() < end && !(await isSo())) {
    await pause(WAITING_STEP_MS, undefined, { signal });
  }
}
