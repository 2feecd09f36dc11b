import type { SupervisionRow } from '../../../shared/domain/supervision.ts';
import type { RiskPart } from '../../../shared/domain/supervision-job.ts';
import type { JobId } from '../../../shared/ids.ts';
import { MINUTE } from '../../../shared/time.ts';
import type { JobFacts } from './job-facts.ts';
import { scoreOf } from './risk.ts';
import { siteOf } from '../../../shared/domain/site.ts';
import {
  accessStands,
  checksNotGreen,
  isBoxChecked,
  isFitted,
  isTakenOut,
  proofOf,
  stateOf,
  troubleOf,
} from './status.ts';

/** The values of a row that are not in the job's own entries. */
export interface RowSurroundings {
  readonly laptop: string | null;
  readonly review: SupervisionRow['review'];
  readonly risk: readonly RiskPart[];
  readonly logFault: boolean;
  /** The group that its car was put into by another job; null = none is known. */
  readonly groupOfCar?: string | null;
}

/** The job as a row; its open access as it stands, whether or not its time is over. */
export function rowOf(jobId: JobId, job: JobFacts, around: RowSurroundings): SupervisionRow {
  const { car, box, oldBox, access } = job;
  const risk = scoreOf(around.risk);
  return {
    jobId,
    kind: job.kind,
    state: stateOf(job),
    plate: car?.plate ?? null,
    carName: car?.name ?? null,
    vin: car?.vin ?? null,
    brand: car?.brand ?? null,
    model: car?.model ?? null,
    keyForm: job.key?.form ?? null,
    group: job.group?.name ?? around.groupOfCar ?? null,
    serial: box?.serial ?? oldBox?.serial ?? null,
    variant: box?.variant ?? box?.sap ?? null,
    fitted: isFitted(job),
    unchecked: isFitted(job) && !isBoxChecked(job),
    takenOut: isTakenOut(job) ? (oldBox?.serial ?? null) : null,
    installer: job.installer,
    laptop: around.laptop,
    site: siteOf(around.laptop),
    startedAt: job.startedAt,
    finishedAt: job.finishedAt,
    lastAt: job.lastAt,
    minutes: job.finishedAt === null ? null : Math.round(job.workedMs / (MINUTE / 10)) / 10,
    verification: { phase: access.phase, opened: access.opened, closed: access.closed },
    proof: proofOf(job),
    openAccess: accessStands(job) ? { until: access.until, estimated: access.untilEstimated } : null,
    review: around.review,
    risk,
    forced: job.forced.length,
    green: risk === 0 && checksNotGreen(job).length === 0,
    trouble: troubleOf(job),
    logFault: around.logFault,
  };
}
