import { randomUUID } from 'node:crypto';
import {
  type InstructionId,
  instructionId,
  type JobId,
  jobId,
  type LocalAssignmentId,
  localAssignmentId,
  type LogEntryId,
  logEntryId,
  type OperationId,
  operationId,
  type PersonId,
  personId,
  type PlannedCarId,
  plannedCarId,
  type PlannedJobId,
  plannedJobId,
  type SeriesId,
  seriesId,
} from '../../shared/ids.ts';
import { type SavedViewId, savedViewId } from '../../shared/domain/supervision.ts';
import { reviewId, type ReviewId } from '../../shared/relay/reviews.ts';
import { removalOrderId, type RemovalOrderId } from '../../shared/relay/removals.ts';
import { plannedJobClaimId, type PlannedJobClaimId } from '../../shared/relay/jobs.ts';
import { logChainId, type LogChainId } from '../../shared/relay/log.ts';

/** Generates the app's own ids; tests and simulations inject a seeded source. */
export interface Ids {
  operation(): OperationId;
  job(): JobId;
  logEntry(): LogEntryId;
  logChain(): LogChainId;
  localAssignment(): LocalAssignmentId;
  person(): PersonId;
  series(): SeriesId;
  plannedCar(): PlannedCarId;
  plannedJob(): PlannedJobId;
  instruction(): InstructionId;
  plannedJobClaim(): PlannedJobClaimId;
  review(): ReviewId;
  removalOrder(): RemovalOrderId;
  savedView(): SavedViewId;
  /** Names one run of the app. */
  boot(): string;
}

/** Creates ids from a source of UUID texts (random by default). Sequence numbers define the order, never ids. */
export function createIds(uuid: () => string = randomUUID): Ids {
  return {
    operation: () => operationId.parse(uuid()),
    job: () => jobId.parse(uuid()),
    logEntry: () => logEntryId.parse(uuid()),
    logChain: () => logChainId.parse(uuid()),
    localAssignment: () => localAssignmentId.parse(uuid()),
    person: () => personId.parse(uuid()),
    plannedCar: () => plannedCarId.parse(uuid()),
    plannedJob: () => plannedJobId.parse(uuid()),
    instruction: () => instructionId.parse(uuid()),
    plannedJobClaim: () => plannedJobClaimId.parse(uuid()),
    series: () => seriesId.parse(uuid()),
    review: () => reviewId.parse(uuid()),
    removalOrder: () => removalOrderId.parse(uuid()),
    savedView: () => savedViewId.parse(uuid()),
    boot: uuid,
  };
}
