import { z } from 'zod';
import { assignmentId, carId, jobId, operationId, userId } from '../ids.ts';
import { problem, type ProblemCode, sentence } from '../problem.ts';
import { instant } from '../time.ts';
import {
  attemptView,
  confirmedBy,
  type OperationKind,
  operationState,
  operationView,
  type OperationView,
  reportedBy,
} from './operation.ts';
import { LONGEST_DESCRIPTION } from './typed-text.ts';
import type { Role } from './people.ts';

/* One operation as the window gets it: its history, its commands, and the fields that a person may correct. */

/** The commands that a person may give for an operation. */
export const operationAction = z.enum([
  'retry',
  'hold',
  'release',
  'cancel',
  'cancel-dependants',
  'correct',
  'decide-done',
  'decide-not-done',
  'move-to-car',
  'acknowledge',
]);
export type OperationAction = z.infer<typeof operationAction>;

/** Problems after which a resend overwrites a colleague's change. */
const colleaguesChange: readonly ProblemCode[] = [
  'changed-meanwhile',
  'times-changed-meanwhile',
  'open-end-changed-meanwhile',
  'box-back-in-car',
  'access-may-be-another',
];

/** Problems after which the operation may already be applied at the operator. */
const mayBeDone: ReadonlySet<ProblemCode> = new Set([
  ...colleaguesChange,
  'event-may-be-recorded',
  'several-cars-match',
  'car-exists',
  'access-may-be-given',
  'outcome-not-reported',
  'group-exists-unlisted',
  'outcome-contradicts',
  'result-missing',
  'crashed-repeatedly',
]);

/** Whether a resend after this problem would overwrite a colleague's change. */
export const reportsColleaguesChange = (code: ProblemCode): boolean => colleaguesChange.includes(code);

/** Whether an operation blocked by this problem may already be applied: a person decides, and it is not simply resent. */
export const leavesInDoubt = (code: ProblemCode): boolean => mayBeDone.has(code);

type LeastToCorrect = Exclude<Role, 'administrator'>;

const toCorrect: Readonly<Partial<Record<OperationKind, LeastToCorrect>>> = {
  'rename-group': 'lead',
  'create-assignment': 'supervisor',
  'update-assignment': 'supervisor',
  'remove-user-by-address': 'supervisor',
};

/**
 * The least role that corrects an operation: the role that enqueues it outside a job. The times of an access need a
 * supervisor even within a job, because a correction may lengthen it.
 *
 * @param inJob whether it belongs to a job.
 */
export function leastToCorrect(kind: OperationKind, inJob: boolean): LeastToCorrect {
  if (kind === 'install') return inJob ? 'installer' : 'lead';
  return toCorrect[kind] ?? 'installer';
}

/** Orders outside a job that an installer cannot give. */
const toOrder: Readonly<Partial<Record<OperationKind, LeastToCorrect>>> = {
  install: 'lead',
  uninstall: 'lead',
  'rename-group': 'lead',
  'add-product-to-group': 'lead',
  'remove-service-from-group': 'lead',
  'create-assignment': 'supervisor',
  'update-assignment': 'supervisor',
  'delete-assignment': 'supervisor',
  'add-user-to-group': 'supervisor',
  'delete-group': 'supervisor',
  'remove-user-from-customer': 'supervisor',
  'remove-user-by-address': 'supervisor',
};

/**
 * The least role that retries, holds, releases, cancels, decides or acknowledges an operation: the role that orders it.
 * Otherwise an installer could keep open an access that a supervisor ends, or hide that its end failed.
 */
export function leastToCommand(kind: OperationKind, inJob: boolean): LeastToCorrect {
  return inJob ? 'installer' : (toOrder[kind] ?? 'installer');
}

/** The state of an operation when a person decided about it; the command is refused if it has changed since. */
export const seenOperation = z.object({
  state: operationState,
  attempts: z.number().int(),
  revision: z.number().int(),
});
export type SeenOperation = z.infer<typeof seenOperation>;

/** The input of a screen with a person's command. */
export function seenOf({ state, attempts, revision }: OperationView): SeenOperation {
  return { state, attempts, revision };
}

/** A field of an operation that a person may correct. */
export const correctionField = z.enum([
  'serialNumber',
  'name',
  'groupName',
  'licensePlate',
  'vin',
  'brand',
  'model',
  'description',
  'start',
  'end',
  'emailAddress',
]);
export type CorrectionField = z.infer<typeof correctionField>;

/** Longer than the limit, so that a description that is too long gets its own error message. */
const LONGEST_TYPED = 2 * LONGEST_DESCRIPTION;

/** Text, or an instant; null = left empty. */
export const correctionValue = z.union([z.string().max(LONGEST_TYPED), instant, z.null()]);
export type CorrectionValue = z.infer<typeof correctionValue>;

/** The input for a field. `open-moment` allows no end. */
export const correctionForm = z.enum([
  'text',
  'optional-text',
  'long-text',
  'serial',
  'vin',
  'moment',
  'open-moment',
  'address',
]);
export type CorrectionForm = z.infer<typeof correctionForm>;

/** A correctable field with its present value. */
export const correction = z.object({
  field: correctionField,
  form: correctionForm,
  value: correctionValue,
});
export type Correction = z.infer<typeof correction>;

/** The fields that a correction changed. `car`: the operation was moved to another car. */
export const fieldChange = z.object({
  field: z.union([correctionField, z.literal('car')]),
  before: correctionValue,
  after: correctionValue,
});
export type FieldChange = z.infer<typeof fieldChange>;

/** An item at the operator that this operation may have created; a person chooses among the candidates. */
export const candidate = z.object({
  id: z.number().int(),
  /** The name that people use: a plate, a name. */
  label: z.string(),
  /** The fields that distinguish it from the others, as they were read. */
  facts: z.array(z.string()),
  start: instant.nullable(),
  end: instant.nullable(),
});
export type Candidate = z.infer<typeof candidate>;

/** Automatic transitions of an operation. */
export const timelineTurn = z.enum([
  'accepted',
  'done',
  'unknown',
  'blocked',
  'failed',
  'contradicted',
  'given-twice',
]);
/** Commands that people gave for it. */
export const timelineAct = z.enum([
  'retried',
  'held',
  'released',
  'corrected',
  'moved',
  'cancelled',
  'decided-done',
  'decided-not-done',
  'seen',
]);

/** One dated line of an operation's history. */
export const timelineEntry = z.discriminatedUnion('what', [
  z.object({ what: z.literal('asked'), at: instant }),
  z.object({ what: z.literal('attempt'), at: instant, attempt: attemptView }),
  /** A result of the operator, as received. */
  z.object({ what: z.literal('result'), at: instant, receivedAt: instant.nullable(), raw: z.string() }),
  z.object({
    what: z.literal('turn'),
    at: instant,
    turn: timelineTurn,
    confirmedBy: confirmedBy.nullable(),
    raw: z.string().nullable(),
  }),
  z.object({
    what: z.literal('act'),
    at: instant,
    by: z.string(),
    act: timelineAct,
    changes: z.array(fieldChange),
  }),
]);
export type TimelineEntry = z.infer<typeof timelineEntry>;

/** The car an operation is about: an existing one, or the operation that creates it. */
export const operationCar = z.object({
  id: carId.nullable(),
  createdBy: operationId.nullable(),
  label: z.string(),
});
export type OperationCar = z.infer<typeof operationCar>;

/** A related operation, shown with this one. */
export const relatedOperation = z.object({ id: operationId, state: operationState, sentence });
export type RelatedOperation = z.infer<typeof relatedOperation>;

/** An operation that is given up together with the one it depends on. */
export const dependantOperation = relatedOperation.extend({
  /** Whether it may be applied at the operator, where giving it up does not undo it. */
  inDoubt: z.boolean(),
  /** The time from which `cancel` is allowed; null = it is allowed now, or its state excludes it. */
  giveUpFrom: instant.nullable(),
});

/** An access that ends with a removed Box, its outcome and the source of that outcome. */
export const revokedAssignmentView = z.object({
  assignmentId,
  /** Null = not known on this laptop. */
  user: z.string().nullable(),
  start: instant,
  end: instant.nullable(),
  state: z.enum(['pending deletion', 'deleted', 'deletion failed']),
  confirmedBy: confirmedBy.extract(['result', 'query']).nullable(),
  /** The time of this state. */
  at: instant,
  /** The time of the next query to the operator; null = no further query. */
  askAt: instant.nullable(),
  /** The operator's result: when this laptop fetched it, when the relay received it, and its text. */
  result: z.object({ at: instant, receivedAt: instant.nullable(), raw: z.string() }).nullable(),
});
export type RevokedAssignmentView = z.infer<typeof revokedAssignmentView>;

/** A duplicate access of an order, created because an earlier request took effect late. */
export const secondAccess = z.object({
  assignmentId,
  carId,
  userId,
  /** Null = open-ended. */
  end: instant.nullable(),
  /** The operation that ends it; null = not requested. */
  ending: relatedOperation.nullable(),
});
export type SecondAccess = z.infer<typeof secondAccess>;

/** An operation with everything that is known about it. */
export const operationDetail = z.object({
  operation: operationView,
  car: operationCar.nullable(),
  actions: z.array(operationAction),
  /** The time from which `decide-not-done` is allowed; null = it is allowed now, or is no question here. */
  notDoneFrom: instant.nullable(),
  /** The time from which `cancel` is allowed; null = it is allowed now, or its state excludes it. */
  giveUpFrom: instant.nullable(),
  /** Whether it may be applied at the operator, where giving it up does not undo it. */
  inDoubt: z.boolean(),
  corrections: z.array(correction),
  /** Whether other operations need the id of the created object, so that "it was done" must name it. */
  bringsId: z.boolean(),
  /** Whether a person may enter its id, because the environment cannot always list it. */
  namedByNumber: z.boolean(),
  /** The unfinished operations that it depends on. */
  buildsOn: z.array(relatedOperation),
  /** The operations that depend on it, also indirectly, and have not ended. */
  dependants: z.array(dependantOperation),
  /** The new car that will never be created, whose dependants may move to another car; null = none. */
  lostCar: operationId.nullable(),
  /** The failures reported after its end that are not acknowledged. */
  incidents: z.array(problem),
  /** The number of unacknowledged incidents, its own failure included: the subject of `acknowledge`. */
  unseen: z.number().int(),
  /** The accesses that end with a removed Box. */
  accesses: z.array(revokedAssignmentView),
  /** Duplicate accesses that it created. */
  seconds: z.array(secondAccess),
  timeline: z.array(timelineEntry),
});
export type OperationDetail = z.infer<typeof operationDetail>;

/** The groups of operations by what they need from a person. */
export const operationGroup = z.enum(['needs-you', 'on-their-way', 'waiting', 'done']);
export type OperationGroup = z.infer<typeof operationGroup>;

/** A line of the Queue. */
export const queueLine = z.object({
  seq: z.number().int(),
  id: operationId,
  jobId: jobId.nullable(),
  state: operationState,
  group: operationGroup,
  sentence,
  attempts: z.number().int(),
  notBefore: instant.nullable(),
  acceptedAt: instant.nullable(),
  updatedAt: instant,
  confirmedBy: confirmedBy.nullable(),
  reportedBy,
  /** Why it is not complete, in one sentence; null = no obstacle. */
  says: sentence.nullable(),
});
export type QueueLine = z.infer<typeof queueLine>;
