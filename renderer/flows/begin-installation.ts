import type { CarId } from '../../shared/ids.ts';
import type { Problem } from '../../shared/problem.ts';
import type { Result } from '../../shared/result.ts';
import { navigate } from '../navigation/route.ts';
import { call } from '../data/call.ts';
import { setJob } from '../data/jobs.ts';
import { saveDraft } from './drafts/latest-drafts.ts';
import type { BoxDraft } from './steps/box/serial-reading.ts';
import { type CarDraft, emptyCarDraft } from './steps/car/car-draft.ts';

/** The known facts at the begin of an installation: a car of the directory, the VIN of a new one, or a serial. */
export type Begin = { readonly car: CarId } | { readonly newVin: string } | { readonly serial: string };

/** Begins an installation with the known facts and opens it. */
export async function beginInstallation(known: Begin): Promise<Result<null, Problem>> {
  const { jobs } = window.boxwright;
  const started = await call(jobs.start, { kind: 'installation' }, 'never');
  if (!started.ok) return started;
  const jobId = started.value.id;
  const begun = 'car' in known ? await call(jobs.chooseCar, { jobId, carId: known.car }, 'never') : started;
  if (!begun.ok) return begun;
  setJob(begun.value);
  if ('newVin' in known)
    await keepDraft(jobId, 'car', { ...emptyCarDraft, mode: 'create', vin: known.newVin });
  if ('serial' in known) await keepDraft(jobId, 'box', { serial: known.serial, reason: '' });
  navigate({ screen: 'job', jobId });
  return { ok: true, value: null };
}

/** Saves the initial draft of a step that is not open. */
export async function keepDraft(
  jobId: Parameters<typeof saveDraft>[0],
  ...[step, form]: ['car', CarDraft] | ['box', BoxDraft]
): Promise<void> {
  await saveDraft(jobId, step, JSON.stringify(form));
}
