import type { CallName } from '../../../shared/ipc/contract.ts';
import { sentJob, type JobView } from '../../../shared/domain/job.ts';
import { missingAnswers } from '../../e2e/fixture/day-worker.ts';
import { notable } from '../../operator/seed/notable.ts';
import { madeJpeg, madePng } from '../../pictures/made-pictures.ts';
import type { Random } from '../random.ts';

/** Asks the app, and answers what it said; null where it refused. */
export type Ask = (name: CallName, input: unknown) => Promise<unknown>;

type Step = (ask: Ask, job: JobView, chance: Random) => Promise<void>;

const BRAND = 'Ford';
const base64 = (bytes: Buffer): string => bytes.toString('base64');

/** The orders of an installer, step by step. */
const fitting: readonly Step[] = [
  async (ask, { id }, chance) => {
    const plate = `M FZ ${chance.below(10_000)}`;
    const car = { name: '', licensePlate: plate, vin: '', brand: BRAND, model: 'Transit' };
    await ask('jobs.createCar', { jobId: id, car });
  },
  async (ask, { id }, chance) => {
    const keys = idsIn(await ask('directory.keys', { brand: BRAND }));
    await ask('jobs.chooseKey', { jobId: id, brand: BRAND, keyId: keys[chance.below(keys.length)] });
  },
  (ask, job) => answerPart(ask, job, 'before'),
  async (ask, { id: jobId }, chance) => {
    const serialNumber = chance.pick([...freeBoxes]);
    await ask('jobs.preflight', { jobId, serialNumber });
    const photo = { jpeg: base64(madeJpeg(serialNumber)), codes: [serialNumber], beside: serialNumber };
    await ask('jobs.photographLabel', { jobId, ...photo });
    await ask('jobs.readLabel', { jobId, serialNumber });
    if (chance.chance(0.3)) await ask('jobs.dropLabel', { jobId });
    await ask('jobs.installBox', { jobId, serialNumber, reason: 'For the test' });
  },
  async (ask, { id: jobId }, chance) => {
    const jpeg = base64(madeJpeg(`${chance.below(10_000)}`));
    await ask('jobs.addPhoto', { jobId, itemId: 'photo-place', jpeg });
    const png = base64(madePng('name'));
    await ask('jobs.sign', { jobId, itemId: 'signature', signature: { name: 'Jo', drawn: true, png } });
  },
  (ask, job) => answerPart(ask, job, 'after'),
  async (ask, { id }, chance) => {
    await ask('jobs.chooseGroup', { jobId: id, group: { name: `Group ${chance.below(5)}` } });
  },
  async (ask, { id }) => {
    await ask('jobs.verify', { jobId: id, userId: notable.testUserId, minutes: 60 });
  },
  async (ask, { id: jobId }, chance) => {
    const acts: readonly [CallName, ...CallName[]] = [
      'jobs.proveAccess',
      'jobs.handOverNotWorking',
      'jobs.recordAccess',
    ];
    const what = { what: 'opened', worked: true, reason: 'It does not open', minutes: 30 };
    await ask('jobs.extendTestAccess', { jobId, ...what });
    await ask(chance.pick(acts), { jobId, ...what });
    await ask('jobs.removeTestAccess', { jobId });
  },
  async (ask, { id }) => {
    await ask('jobs.finish', { jobId: id });
  },
  async (ask, { id }) => {
    await ask('jobs.testAgain', { jobId: id });
  },
];

const freeBoxes = [notable.boxes.installed, ...notable.boxes.free, ...notable.boxes.freeSmall] as const;

/** The steps of a removal and of a swap until the old Box is out. */
const takingOut: readonly Step[] = [
  async (ask, { id }) => {
    const [car] = idsIn(await ask('directory.searchCars', { text: notable.plates.inAnotherCar, limit: 5 }));
    await ask('jobs.chooseCar', { jobId: id, carId: car });
  },
  async (ask, { id: jobId }) => {
    await ask('jobs.boxesInCar', { jobId });
    await ask('jobs.chooseLeavingBox', { jobId, box: { serialNumber: notable.boxes.installed }, reason: '' });
  },
  async (ask, { id }) => {
    await ask('jobs.readLosses', { jobId: id });
  },
  async (ask, job) => {
    const seenAt = job.kind === 'installation' ? null : job.removal.losses?.readAt;
    await ask('jobs.takeOut', { jobId: job.id, reason: { code: 'defective', text: 'Worn' }, seenAt });
  },
];

const stepsOf: Readonly<Record<JobView['kind'], readonly Step[]>> = {
  installation: fitting,
  removal: [...takingOut, ...fitting.slice(-2)],
  swap: [...takingOut, ...fitting.slice(1)],
};

/** Takes a job of some kind as far as some step: what random calls reach depends on the states that they find. */
export async function walkJob(ask: Ask, chance: Random): Promise<void> {
  const kind = chance.pick<JobView['kind']>(['installation', 'removal', 'swap', 'installation']);
  const begun = sentJob.safeParse(await ask('jobs.start', { kind }));
  if (!begun.success) return;
  const steps = stepsOf[kind];
  for (const step of steps.slice(0, 1 + chance.below(steps.length))) {
    const now = sentJob.safeParse(await ask('jobs.get', { jobId: begun.data.id, whole: true })).data;
    const template = now?.checklist.template ?? null;
    if (now === undefined || template === null) continue;
    await step(ask, { ...now, checklist: { ...now.checklist, template } }, chance);
  }
}

async function answerPart(ask: Ask, job: JobView, phase: 'before' | 'after'): Promise<void> {
  const given = job.kind === 'installation' ? missingAnswers(job)[phase] : [];
  for (const [itemId, answer] of given) {
    await ask('jobs.answer', { jobId: job.id, itemId, answer, reason: null });
  }
  await ask('jobs.completeChecklist', { jobId: job.id, phase });
}

/** The numbers of the rows of a list. */
function idsIn(list: unknown): readonly unknown[] {
  const rows: unknown = typeof list === 'object' && list !== null && 'rows' in list ? list.rows : [];
  return Array.isArray(rows)
    ? rows.map((row: unknown) => (typeof row === 'object' && row !== null && 'id' in row ? row.id : null))
    : [];
}
