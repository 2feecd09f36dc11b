import { expect, it, vi } from 'vitest';
import { installBox } from '../../../electron/jobs/steps/box.ts';
import { createCar, chooseGroup } from '../../../electron/jobs/steps/car.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import type { JobId } from '../../../shared/ids.ts';
import { SILENT_FOR_MS } from '../../../shared/relay/rescue.ts';
import { countedWrites, heldAbout } from '../../e2e/fixture/operator-record.ts';
import type { FaultEffect } from '../../operator/faults.ts';
import { seededRandom } from '../../operator/random.ts';
import { notable } from '../../operator/seed/notable.ts';
import { longFrom } from '../../runner/long.ts';
import { crewAtRelay, dies } from './crew.ts';
import type { Laptop } from './laptop.ts';

/*
 * A laptop dies at a random moment of a job, with a write in an uncertain state. Another one continues the job, and the dead
 * one comes back in a random way, before or after that job's end. The operator has each write at most once, and both
 * laptops say so. The seed decides the day.
 */

const PLATE = 'M XY 7';
const GROUP = 'Bay 9 arrivals';
const newCar = { name: '', licensePlate: PLATE, vin: '', brand: 'Ford', model: 'Transit' };
const EFFECTS: readonly FaultEffect[] = [
  { kind: 'drop', when: 'before', reset: false },
  { kind: 'drop', when: 'after', reset: false },
  { kind: 'drop', when: 'after', reset: true },
  { kind: 'late-apply', afterMs: 100 },
  { kind: 'truncate' },
  { kind: 'status', when: 'after', status: 502, html: true },
];
const STEPS = [
  (laptop: Laptop, job: JobId) => createCar(laptop.parts, job, newCar),
  (laptop: Laptop, job: JobId) => installBox(laptop.parts, job, notable.boxes.free[0]),
  (laptop: Laptop, job: JobId) => chooseGroup(laptop.parts, job, { name: GROUP }),
] as const;
/** The car, the Box, the group and the membership. */
const WRITES = 4;

/** The steps that the person at this laptop still has to do. */
function finishes(laptop: Laptop, job: JobId): void {
  const view = laptop.viewAny(job);
  if (view.kind !== 'installation') throw new Error('an installation');
  const done = [view.car !== null, view.box !== null, view.group !== null];
  STEPS.forEach((step, index) => {
    if (done[index] !== true) step(laptop, job);
  });
}

/** Switches on one fault for a write and waits for it, or until the job came through before. */
async function meets(
  { operator }: Awaited<ReturnType<typeof crewAtRelay>>,
  laptop: Laptop,
  job: JobId,
  { nth, effect }: { readonly nth: number; readonly effect: FaultEffect },
): Promise<void> {
  const id = operator.faults.add({ method: 'PUT', nth, effect });
  laptop.cut(false);
  await vi.waitFor(() => {
    const fault = operator.faults.all.find((one) => one.id === id);
    if (fault?.hits === 0 && laptop.viewAny(job).unfinished > 0) throw new Error('not met');
  });
}

it.each(Array.from({ length: 60 }, (_, index) => [index, longFrom(6, index)]))(
  'a job whose laptop dies anywhere is continued and nothing is sent twice: day %i%s',
  async (seed) => {
    const random = seededRandom(seed);
    const crew = await crewAtRelay();
    const { operator, silence } = crew;
    const [one, two] = [await crew.laptop('Kim', 'Bay 1'), await crew.laptop('Sam', 'Bay 2')];
    const [dead, taker] = [one.open(), two.open()];
    dead.cut(true);
    const job = startJob(dead.parts);
    const mirrored = random.integer(1, STEPS.length);
    for (const step of STEPS.slice(0, mirrored)) step(dead, job);
    await dead.mirrored(job);
    dead.cutRelay(true);
    // Work after the last mirror is not in it.
    for (const step of STEPS.slice(mirrored, random.integer(mirrored, STEPS.length))) step(dead, job);
    if (random.chance(0.8)) {
      await meets(crew, dead, job, { nth: random.integer(1, WRITES), effect: random.pick(EFFECTS) });
    }
    await dies(dead);
    operator.faults.clear();
    silence();
    await taker.rescued.take(job);
    taker.cut(true);
    const returns = random.pick([
      'slept',
      'restarted',
      'restarted with the job still open',
      'slept in between',
    ] as const);
    const comesBack = async (): Promise<Laptop> => {
      one.sleep(SILENT_FOR_MS);
      if (returns.startsWith('restarted')) await dead.close();
      const back = returns.startsWith('restarted') ? one.open() : dead;
      back.cutRelay(false);
      back.cut(false);
      await expect.poll(() => back.viewAny(job).handedOver).toBe(true);
      return back;
    };
    const isEarly = returns.endsWith('open') || returns.endsWith('between');
    const early = isEarly ? await comesBack() : null;
    if (random.chance(0.5)) {
      await meets(crew, taker, job, { nth: random.integer(1, WRITES), effect: random.pick(EFFECTS) });
    }
    taker.cut(false);
    finishes(taker, job);
    await taker.settled(job);
    const back = early ?? (await comesBack());
    await back.settled(job);

    expect(countedWrites(operator)).toEqual({
      'PUT /cars': 1,
      'PUT /installations': 1,
      'PUT /groups': 1,
      'PUT /groups/{groupId}/cars': 1,
    });
    expect(heldAbout(operator, PLATE)).toMatchObject({
      cars: 1,
      boxes: [notable.boxes.free[0]],
      groups: [GROUP],
    });
    expect(taker.queued(job)).toEqual([
      'create-car done',
      'install done',
      'create-group done',
      'add-car-to-group done',
    ]);
    for (const said of back.queued(job)) expect(said).toMatch(/ (?:done|cancelled)$/);
  },
);
