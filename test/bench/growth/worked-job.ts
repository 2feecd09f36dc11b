import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { inPhase } from '../../../shared/domain/checklist-asking.ts';
import { installationView, type InstallationView } from '../../../shared/domain/job.ts';
import type { VerificationPhase } from '../../../shared/domain/proof.ts';
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
  const { id: jobId } = await ask('jobs.start', { kind: 'installation' });
  const car = { name: plan.plate, licensePlate: plan.plate, vin: '', brand: plan.brand, model: plan.model };
  await (plan.carId === null
    ? ask('jobs.createCar', { jobId, car })
    : ask('jobs.chooseCar', { jobId, carId: plan.carId }));
  await ask('jobs.chooseKey', { jobId, brand: plan.brand, keyId: plan.keyId });
  const begun = installationView.parse(await ask('jobs.get', { jobId, whole: true }));
  await answered(ask, begun, 'before');
  await ask('jobs.installBox', { jobId, serialNumber: plan.serial });
  await answered(ask, begun, 'after');
  await ask('jobs.chooseGroup', { jobId, group: { name: plan.group } });
  await ask('jobs.verify', { jobId, userId: plan.testUser, minutes: 60 });
  const until = async (phase: VerificationPhase) => {
    const deadline = performance.now() + LONGEST_MS;
    const isThere = async () => {
      const job = await ask('jobs.get', { jobId });
      return job.kind === 'installation' && job.verification.phase === phase;
    };
    while (!(await isThere())) {
      if (performance.now() > deadline) throw new Error('the job does not come to its end');
      await pause(BETWEEN_LOOKS_MS);
    }
  };
  await until('confirmed');
  for (const what of ['opened', 'closed'] as const) {
    await ask('jobs.recordAccess', { jobId, what, worked: true });
  }
  await ask('jobs.removeTestAccess', { jobId });
  await until('removed');
  await ask('jobs.finish', { jobId });
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
