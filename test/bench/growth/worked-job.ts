import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { inPhase } from '../../../shared/domain/checklist-asking.ts';
import { installationView, type InstallationView } from '../../../shared/domain/job.ts';
import type { CallInput, CallName, CallOutput } from '../../../shared/ipc/contract.ts';
import { carId, keyId, userId } from '../../../shared/ids.ts';
import { missingAnswers } from '../../e2e/fixture/day-worker.ts';
import { madeJpeg } from '../../pictures/made-pictures.ts';

/** Jobs as they come from the bench, which knows the operator's fleet. */
export const plannedJobs = z.array(
  z.object({
    plate: z.string(),
    carId: carId.nullable(),
    brand: z.string(),
    model: z.string(),
    keyId: keyId,
    serial: z.string(),
    group: z.string(),
    testUser: userId,
  }),
);
type PlannedJob = z.infer<typeof plannedJobs>[number];

/** A call of the contract as the window makes it. */
export type Ask = <Name extends CallName>(name: Name, input: CallInput<Name>) => Promise<CallOutput<Name>>;

/** Longer than operator and queue ever take. */
const LONGEST_MS = 60_000;
const BETWEEN_LOOKS_MS = 20;

/** An installation from the car to its end, by the calls of the screens: the whole shipped checklist, two photos, one test access. */
export async function workedJob(ask: Ask, plan: PlannedJob): Promise<void> {
  const installation = async (view: Promise<unknown>) => installationView.parse(await view);
  const { id: jobId } = await ask('jobs.start', { kind: 'installation' });
  const step = async <Name extends CallName>(name: Name, input: CallInput<Name>) =>
    installation(ask(name, input));
  const car = { name: plan.plate, licensePlate: plan.plate, vin: '', brand: plan.brand, model: plan.model };
  await (plan.carId === null
    ? step('jobs.createCar', { jobId, car })
    : step('jobs.chooseCar', { jobId, carId: plan.carId }));
  const begun = await step('jobs.chooseKey', { jobId, brand: plan.brand, keyId: plan.keyId });
  await answered(ask, begun, 'before');
  await step('jobs.installBox', { jobId, serialNumber: plan.serial });
  await answered(ask, begun, 'after');
  await step('jobs.chooseGroup', { jobId, group: { name: plan.group } });
  await step('jobs.verify', { jobId, userId: plan.testUser, minutes: 60 });
  const until = async (holds: (job: InstallationView) => boolean) => {
    const deadline = performance.now() + LONGEST_MS;
    while (!holds(await step('jobs.get', { jobId }))) {
      if (performance.now() > deadline) throw new Error('the job does not come to its end');
      await pause(BETWEEN_LOOKS_MS);
    }
  };
  await until(({ verification }) => verification.phase === 'confirmed');
  for (const what of ['opened', 'closed'] as const) {
    await step('jobs.recordAccess', { jobId, what, worked: true });
  }
  await step('jobs.removeTestAccess', { jobId });
  await until(({ verification }) => verification.phase === 'removed');
  await step('jobs.finish', { jobId });
}

async function answered(ask: Ask, job: InstallationView, phase: 'before' | 'after'): Promise<void> {
  const jobId = job.id;
  for (const [itemId, answer] of missingAnswers(job)[phase]) {
    await ask('jobs.answer', { jobId, itemId, answer, reason: null });
  }
  const photos = inPhase(job.checklist.template.items, phase).filter(({ type }) => type === 'photo');
  for (const item of photos) {
    await ask('jobs.addPhoto', {
      jobId,
      itemId: item.id,
      jpeg: madeJpeg(`${jobId} ${item.id}`).toString('base64'),
    });
  }
  await ask('jobs.completeChecklist', { jobId, phase });
}
