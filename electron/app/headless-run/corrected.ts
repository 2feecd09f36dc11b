import { foldSerial } from '../../../shared/domain/serial.ts';
import { typedText } from '../../../shared/domain/typed-text.ts';
import type { JobId } from '../../../shared/ids.ts';
import type { Sqlite } from '../../db/open.ts';
import { jobsForHome } from '../../db/tables/queue/jobs.ts';
import { loadJob } from '../../jobs/change.ts';
import type { InstallationData } from '../../jobs/job-data.ts';
import { checkedNewCar } from '../../jobs/steps/car.ts';
import { type JobFile, typedCar } from './job-file.ts';

/**
 * The unfinished job that a corrected job.json belongs to: the one that asks for the very same new car. A mistyped
 * serial, once corrected, must not make the car a second time.
 */
export function jobOfSameNewCar(sqlite: Sqlite, { car }: JobFile): JobId | null {
  if (car === undefined || 'id' in car) return null;
  const wanted = checkedNewCar(typedCar(car));
  const unfinished = jobsForHome(sqlite, Number.MAX_SAFE_INTEGER).filter(
    (row) => row.finished_at === null && row.intent_digest !== null,
  );
  const same = unfinished.find(({ id }) => {
    const made = loadJob(sqlite, id).data.car;
    if (made?.origin !== 'created') return false;
    return (
      made.name === wanted.name &&
      made.licensePlate === wanted.licensePlate &&
      made.vin === wanted.vin &&
      made.brand === wanted.brand &&
      made.model === wanted.model
    );
  });
  return same?.id ?? null;
}

/** Is the Box that is wanted the one the job has taken? */
export function sameBox({ box }: InstallationData, wanted: NonNullable<JobFile['box']>): boolean {
  return box !== null && foldSerial(box.serialNumber) === foldSerial(wanted.serialNumber);
}

/** Is the group that is wanted the one the job has taken? */
export function sameGroup({ group }: InstallationData, wanted: NonNullable<JobFile['group']>): boolean {
  if (group === null) return false;
  return 'id' in wanted ? group.id === wanted.id : group.name === typedText(wanted.name);
}

/** Is the key of the brand that is wanted? */
export function sameBrand({ key }: InstallationData, wanted: NonNullable<JobFile['keyfob']>): boolean {
  return key !== null && key.brand.toLowerCase() === wanted.brand.trim().toLowerCase();
}
