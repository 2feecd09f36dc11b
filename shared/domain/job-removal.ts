import { z } from 'zod';
import { assignmentId, operationId, productId, userId } from '../ids.ts';
import { problem } from '../problem.ts';
import { instant } from '../time.ts';
import { type BoxCondition, boxCondition } from './boxes.ts';
import { confirmedBy, operationState, reportedBy } from './operation.ts';

/** Why a Box leaves a car; a person must say it. `other` needs words of its own. */
export const removalReason = z.object({
  code: z.enum(['sold', 'defective', 'moved', 'contract-ended', 'other']),
  text: z.string(),
  /** The condition of the removed Box; absent where the reason implies it. */
  condition: boxCondition.exactOptional(),
});
export type RemovalReason = z.infer<typeof removalReason>;

/** The condition of a removed Box: the reason "defective" takes precedence over any other statement. */
export const conditionAfter = ({
  code,
  condition,
}: Pick<RemovalReason, 'code' | 'condition'>): BoxCondition =>
  code === 'defective' ? 'defective' : (condition ?? 'good');

/**
 * The reasons offered per kind of job: a swap excludes a sold car and an ended contract, because no new Box is fitted
 * there.
 */
export const reasonsFor: Readonly<Record<'removal' | 'swap', readonly RemovalReason['code'][]>> = {
  removal: removalReason.shape.code.options,
  swap: ['defective', 'moved', 'other'],
};

/** The Box to remove, and the source of its presence in this car. */
export const leavingBox = z.object({
  /** Null when only its serial is known here. */
  productId: productId.nullable(),
  serialNumber: z.string(),
  sapNumber: z.string().nullable(),
  /** The operator's live answer, the copies on this laptop, or the person at the car. */
  reported: z.enum(['operator', 'local', 'person']),
  /** When that was read; null = a person reported it. */
  reportedAt: instant.nullable(),
});
export type LeavingBox = z.infer<typeof leavingBox>;

/** One access of the car, as it was before the Box left. User and period identify it. */
export const lostAccess = z.object({
  /** Null while the operator has not reported the number of an access that this laptop requested. */
  id: assignmentId.nullable(),
  userId: userId.nullable(),
  userName: z.string().nullable(),
  start: instant,
  end: instant.nullable(),
  /** Seconds. */
  lifetime: z.number().nullable(),
  /** Seconds. */
  renewableAfter: z.number().nullable(),
});
export type LostAccess = z.infer<typeof lostAccess>;

/**
 * The accesses that end with the Box. `operator` = read just before; `local` = the last list on this laptop, possibly
 * outdated or incomplete; `none` = nothing is known here. The list is always read again before the removal is sent.
 */
export const losses = z.object({
  source: z.enum(['operator', 'local', 'none']),
  /** When the list was read from the operator; null = never. */
  asOf: instant.nullable(),
  /** When the list was displayed to the person. */
  readAt: instant,
  accesses: z.array(lostAccess),
});
export type Losses = z.infer<typeof losses>;

/**
 * The state of an access that ends with the Box: `kept` = unchanged so far; `unreported` = the Box is out and no result
 * came; `ended-before` = it ended before the Box left; `stayed` = the operator has not removed it.
 */
export const accessFate = z.object({
  ...lostAccess.shape,
  /** "user/start/end": a person cannot tell accesses with the same key apart. */
  key: z.string(),
  fate: z.enum(['kept', 'leaving', 'gone', 'stayed', 'unreported', 'ended-before']),
  /** When this fate became known. */
  at: instant.nullable(),
  goneBy: z.enum(['result', 'query']).nullable(),
  /** The operator's message about an access that stayed. */
  raw: z.string().nullable(),
  /** Found only when the removal was sent; absent from the list that the person saw. */
  foundLater: z.boolean(),
});
export type AccessFate = z.infer<typeof accessFate>;

/** A removal as a screen shows it. */
export const jobRemoval = z.object({
  box: leavingBox.nullable(),
  losses: losses.nullable(),
  reason: removalReason.nullable(),
  /** The removal itself; null until it is decided. */
  operation: operationId.nullable(),
  /** Every access of the car, as saved and as found when the removal was sent. */
  accesses: z.array(accessFate),
});
export type JobRemoval = z.infer<typeof jobRemoval>;

/** An access that may be made again after a swap. */
export const jobRestore = z.object({
  ...lostAccess.shape,
  key: z.string(),
  /**
   * Only `yes` can be offered. `over`: its period has ended. `stayed`: it never ended. The remaining value: its user
   * is unknown.
   */
  offer: z.enum(['yes', 'over', 'nobody', 'stayed']),
  /** The newest attempt; null = not chosen. */
  operation: z
    .object({
      id: operationId,
      state: operationState,
      at: instant,
      confirmedBy: confirmedBy.nullable(),
      reportedBy,
      problem: problem.nullable(),
    })
    .nullable(),
});
export type JobRestore = z.infer<typeof jobRestore>;
