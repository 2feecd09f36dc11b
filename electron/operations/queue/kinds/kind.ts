import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { DirectoryCar } from '../../../../shared/domain/directory.ts';
import type { OperationKind } from '../../../../shared/domain/operation.ts';
import type {
  Candidate,
  Correction,
  CorrectionField,
  CorrectionValue,
} from '../../../../shared/domain/operation-commands.ts';
import type {
  AssignmentId,
  CarId,
  GroupId,
  LocalAssignmentId,
  OperationId,
  ProductId,
  UserId,
} from '../../../../shared/ids.ts';
import type { LogFactsOf } from '../../../../shared/log/entries.ts';
import type { Car } from '../../../../shared/operator/resources.ts';
import type { Problem, Sentence } from '../../../../shared/problem.ts';
import { ok, type Result } from '../../../../shared/result.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Bindings } from '../../../db/tables/queue/operation-order.ts';
import type { Assumptions } from '../../../../shared/operator/assumptions.ts';
import type { CallOptions, OperatorClient } from '../../../operator/client.ts';
import type { AssignmentPatch } from '../../../operator/endpoints/assignments.ts';
import type { CarPatch } from '../../../operator/endpoints/cars.ts';
import type { OperatorError } from '../../../operator/operator-error.ts';
import type { OperatorRequest } from '../../../operator/request.ts';
import type { CorrectableField } from './define-kind.ts';
import type { BoundValue } from './references.ts';

/** The accesses revoked with the Boxes of the operation's job. */
export interface TakenOut {
  /** False while no removal of the job was sent, or if its accesses could not be read. */
  readonly listed: boolean;
  readonly accesses: readonly {
    readonly userId: UserId | null;
    readonly start: Instant;
    readonly end: Instant | null;
    /** `leaving`: the operator still owes the result. */
    readonly fate: 'leaving' | 'gone' | 'stayed';
  }[];
}

/** The dependencies of reading the operator's state. */
export interface Reading {
  /** The accesses revoked with the Boxes that this operation's job removed from the car. */
  readonly takenOut: () => TakenOut;
  /** Whether this id belongs to another order of ours of the same kind. */
  readonly isTaken: (id: number) => boolean;
  /**
   * Whether this number belongs to an access of the same user that was revoked with a Box. If it is listed later, the
   * access was not deleted, or its number was reassigned.
   */
  readonly hasLeft: (id: number) => boolean;
  /** Cached cars with this name: before the first sending none of them can be the created one. */
  readonly carsNamed: (name: string) => readonly DirectoryCar[];
  /** Whether a failed read means that the environment does not offer it; true only after repeated failures. */
  readonly notOffered: (error: OperatorError) => boolean;
  /** Whether the previous read showed absence too. A stale read shows it as well, so two reads must agree. */
  readonly wasAbsent: () => boolean;
  /**
   * Whether an earlier change of this access by ours has not ended. Two changes in flight may take effect in either
   * order.
   */
  readonly isChanging: (assignment: AssignmentId) => boolean;
  /** The changes of this access by ours that were or may have been sent. */
  readonly changesOf: (assignment: AssignmentId) => readonly AssignmentPatch[];
  /**
   * Whether the operator has reassigned this access's number to another one of ours. `local` null = a foreign access.
   */
  readonly isReused: (local: LocalAssignmentId | null, number: AssignmentId) => boolean;
  /**
   * Whether a result since the last request reports an access that this removal revokes, as deleted or not deletable,
   * for a request with its body.
   */
  readonly isReported: () => boolean;
  /**
   * Whether results since the first request report that this access has ended and that its number was assigned again.
   * A read shows the other access, which may have the same car, user and times.
   */
  readonly isReplaced: (number: AssignmentId) => boolean;
  /** Whether this order of ours is done. */
  readonly isDone: (operation: OperationId) => boolean;
  readonly client: OperatorClient;
  readonly signal: AbortSignal;
  readonly now: Instant;
}

/** The finding of a reconciling read for an operation in doubt. */
export type Finding =
  | { readonly found: 'applied'; readonly bindings: Bindings }
  /**
   * The object to be removed is not shown by the read. A stale read or an incomplete list looks the same, so it counts
   * only after the quarantine and with two reads (docs/decisions/0025-absence-is-read-twice.md).
   */
  | { readonly found: 'gone' }
  /** The object to be changed is not shown by the read. After the same rule, a person decides, with this problem. */
  | { readonly found: 'absent'; readonly problem: Problem }
  /**
   * `ifRefused`: the meaning of a 409 if the read leaves only one reason. `ifAbsent`: the meaning of a 404 to an
   * assumed call. `mayBe`: a similar object or a colleague's later change speaks against a resend, so a person decides.
   * `isUnread`: no read is offered; a resend is safe.
   */
  | {
      readonly found: 'not-applied';
      readonly ifRefused?: Problem;
      readonly ifAbsent?: Problem;
      readonly mayBe?: Problem;
      readonly isUnread?: true;
    }
  /** The operator's state is neither the requested nor the previous one: a person decides. */
  | { readonly found: 'contradiction'; readonly problem: Problem }
  /** No read can decide (events). `ifRefused`: the meaning of a 409. */
  | { readonly found: 'undecidable'; readonly problem: Problem; readonly ifRefused?: Problem }
  /** The read itself failed and is repeated later. */
  | { readonly found: 'nothing'; readonly error: OperatorError };

/** Facts found before the sending, for the log. */
export type LearnedFacts = Pick<LogFactsOf<'operation-done'>, 'sap' | 'variantChecked'>;

/** The result of the pre-send check. */
export type Preparation<Context> =
  | { readonly go: 'send'; readonly context: Context }
  /** The goal is reached already: nothing is sent. `context`: facts to store. */
  | { readonly go: 'already'; readonly bindings: Bindings; readonly context?: Context }
  /** `found`: the conflicting object, unless another order of ours created it. */
  | { readonly go: 'refused'; readonly problem: Problem; readonly found?: number }
  | { readonly go: 'later'; readonly error: OperatorError }
  /** Another operation has to end first; checked again soon, without a call to the operator. */
  | { readonly go: 'wait'; readonly problem: Problem };

/** A write ready to send: its exact body is known before the first byte. */
export interface Sendable {
  readonly endpoint: string;
  /** MD5 of the body, hex, upper case: the assumed source of the operator's `checksum`. */
  readonly checksum: string;
  readonly send: (
    client: OperatorClient,
    options: Required<Pick<CallOptions, 'signal' | 'mayLeave'>>,
  ) => Promise<Result<Bindings, OperatorError>>;
}

/** Renders a request for sending, with the bindings that its answer produces. */
export function sendable<Value>(
  request: OperatorRequest<Value>,
  bindings: (value: Value) => Bindings = () => ({}),
): Sendable {
  return {
    endpoint: request.endpoint,
    checksum: createHash('md5')
      .update(request.body ?? '', 'utf8')
      .digest('hex')
      .toUpperCase(),
    send: async (client, options) => {
      const answer = await client.call(request, options);
      return answer.ok ? ok(bindings(answer.value)) : answer;
    },
  };
}

/** How an operation affects local assignment state (spec part 3). */
export type AssignmentEffect =
  | {
      readonly effect: 'create';
      readonly local: LocalAssignmentId;
      readonly carId: CarId;
      readonly userId: UserId;
      readonly start: Instant;
      readonly end: Instant | null;
      /** It replaces an access with the same user and times, whose late result must not be mistaken for its own. */
      readonly again?: boolean;
      /** The number of that access; null = not known. */
      readonly replaces?: AssignmentId | null;
    }
  | {
      readonly effect: 'update';
      readonly local: LocalAssignmentId | null;
      readonly assignmentId: number;
      /** The changed fields; `end` null = open-ended from now on. */
      readonly patch: AssignmentPatch;
    }
  | {
      readonly effect: 'delete';
      readonly local: LocalAssignmentId | null;
      readonly assignmentId: number;
    };

/** An access revoked with a removed product, as it was before. */
export interface RevokedAssignment {
  readonly id: AssignmentId;
  readonly userId: UserId | null;
  readonly start: Instant;
  readonly end: Instant | null;
  /** Seconds; null = not known. */
  readonly lifetime: number | null;
  readonly renewableAfter: number | null;
}

/**
 * The effect of a confirmed write on the cached copies of the operator's data, so that it is visible before the next
 * sync.
 */
export type CacheUpdate =
  | { readonly of: 'car'; readonly car: Car }
  /** New values of these fields; the operator may have normalised them. */
  | { readonly of: 'car-changed'; readonly car: CarId; readonly patch: CarPatch }
  | { readonly of: 'group'; readonly group: { readonly id: GroupId; readonly name: string } }
  | { readonly of: 'group-gone'; readonly group: GroupId }
  | { readonly of: 'user-gone'; readonly user: UserId }
  | { readonly of: 'product-car'; readonly product: ProductId; readonly car: CarId | null };

/** Properties of a kind that decide what an answer means (architecture.md §4). */
export interface KindTraits {
  /** `result`: 204 means accepted only; a webhook reports the end. */
  readonly endsBy: 'answer' | 'result';
  /** 404 means that the goal is reached (delete, remove). */
  readonly isDoneWhenAbsent: boolean;
  /** 409 means that the goal is reached, without a read (a member already). */
  readonly isDoneOnConflict: boolean;
  /** Creates need two negative reads after the quarantine before a resend. */
  readonly negativeReads: 1 | 2;
  /** Two equal orders create two objects: one's object is never the other's. */
  readonly distinct?: true;
  /** The call itself is an assumption: a 404 may mean that it is not offered, so a read decides. */
  readonly assumed?: true;
}

/** One operation kind: ONE file with everything that the queue needs to know about it. */
export interface KindSpec<Payload, Context> {
  readonly kind: OperationKind;
  /** Version of the stored payload; a new one needs a migration of stored rows. */
  readonly version: number;
  readonly payload: z.ZodType<Payload>;
  /** The facts that `prepare` found, stored from the first sending on. */
  readonly context: z.ZodType<Context>;
  readonly traits: KindTraits;
  /** The operations that the payload refers to. */
  readonly references: (payload: Payload) => readonly OperationId[];
  /** The lane in which the operation keeps its order. */
  readonly lane: (payload: Payload) => string;
  readonly describe: (payload: Payload) => Sentence;
  /** Reads before each sending; `before` holds the facts of the first one, which a resend must keep. */
  readonly prepare: (
    payload: Payload,
    bound: BoundValue,
    reading: Reading,
    before: Context | null,
  ) => Promise<Preparation<Context>>;
  readonly request: (
    payload: Payload,
    bound: BoundValue,
    context: Context,
    assumptions: Assumptions,
  ) => Sendable;
  readonly reconcile: (
    payload: Payload,
    bound: BoundValue,
    reading: Reading,
    context: Context,
  ) => Promise<Finding>;
  /**
   * The context without `prepare`, for an operation from a backup that may have been sent without this file's
   * knowledge. Left out, or null: nothing can be recognised, and a person decides.
   */
  readonly unprepared?: (payload: Payload) => Context | null;
  /** Null when the access's number was reassigned. */
  readonly assignment?: (payload: Payload, bound: BoundValue, context: Context) => AssignmentEffect | null;
  /** Accesses that are revoked with it; each has its own result. */
  readonly cascadeDeletes?: (payload: Payload, context: Context) => readonly RevokedAssignment[] | null;
  /** The dedupe key of indistinguishable orders: while one is in doubt the others wait. */
  readonly dedupeKey?: (payload: Payload) => string;
  readonly cacheUpdate?: (payload: Payload, bound: BoundValue, bindings: Bindings) => CacheUpdate | null;
  /** The object that the operator does not know, after a 404 to the write; null = not known. */
  readonly unknown?: (payload: Payload, bound: BoundValue, reading: Reading) => Promise<Problem | null>;
  /** Facts found before the sending, for the log entry once it is done. */
  readonly learned?: (payload: Payload, context: Context) => LearnedFacts;
  /** The fields that a person may correct while the operation was certainly not applied. */
  readonly correctable?: readonly CorrectableField<Payload>[];
  /** The operator's objects that it may have created, for a person's choice. */
  readonly candidates?: (
    payload: Payload,
    bound: BoundValue,
    reading: Reading,
  ) => Promise<Result<readonly Candidate[], OperatorError>>;
  /**
   * Set where a person may enter the created object's number, because it cannot always be listed. Returns why this
   * number is impossible; null = possible, as far as the operator lets it be read.
   */
  readonly named?: (
    payload: Payload,
    bound: BoundValue,
    reading: Reading,
    id: number,
  ) => Promise<Problem | null>;
}

/** The stored form of a payload, with its lane and dependencies. */
export interface StoredPayload {
  readonly payload: string;
  readonly lane: string;
  readonly dedupeKey: string | null;
  readonly references: readonly OperationId[];
}

/** A stored operation with its payload parsed; its kind's types are hidden in closures. */
export interface LoadedOperation {
  readonly traits: KindTraits;
  readonly describe: () => Sentence;
  readonly references: () => readonly OperationId[];
  readonly prepare: (
    bound: BoundValue,
    reading: Reading,
    contextText: string | null,
  ) => Promise<Preparation<string>>;
  readonly request: (bound: BoundValue, contextText: string, assumptions: Assumptions) => Sendable;
  readonly reconcile: (bound: BoundValue, reading: Reading, contextText: string) => Promise<Finding>;
  /** A context for an operation that was never prepared here but may have been sent; null = none. */
  readonly unprepared: () => string | null;
  /** Null for kinds without assignments, for an unreadable context, and when the access's number was reassigned. */
  readonly assignment: (bound: BoundValue, contextText: string) => AssignmentEffect | null;
  /** Null when they could not be read. */
  readonly cascadeDeletes: (contextText: string) => readonly RevokedAssignment[] | null;
  readonly cacheUpdate: (bound: BoundValue, bindings: Bindings) => CacheUpdate | null;
  /** Null where it is not known. */
  readonly unknown: (bound: BoundValue, reading: Reading) => Promise<Problem | null>;
  /** Empty for an unreadable context. */
  readonly learned: (contextText: string | null) => LearnedFacts;
  readonly corrections: () => readonly Correction[];
  /** The payload with these values, validated by their format and by the kind's schema. */
  readonly corrected: (
    values: Readonly<Partial<Record<CorrectionField, CorrectionValue>>>,
  ) => Result<StoredPayload, Problem>;
  /** The changed stored payload, validated by the kind's schema. */
  readonly rewritten: (change: (payload: unknown) => unknown) => Result<StoredPayload, Problem>;
  /** Null when it creates no id, or when no read can show candidates. */
  readonly candidates:
    ((bound: BoundValue, reading: Reading) => Promise<Result<readonly Candidate[], OperatorError>>) | null;
  /** Null when a person may not enter a number. */
  readonly named: ((bound: BoundValue, reading: Reading, id: number) => Promise<Problem | null>) | null;
}

/** A kind as the queue holds it. */
export interface RegisteredKind<Payload = never> {
  readonly kind: OperationKind;
  readonly version: number;
  /** The stored form of a new operation. */
  readonly store: (payload: Payload) => StoredPayload;
  /** Parses a stored payload; an unparsable row is parked, never dropped. */
  readonly load: (payloadText: string) => Result<LoadedOperation, Problem>;
}

/** For kinds without a pre-send check. */
export const noContext = z.null();

/** The preparation of such kinds. */
export const sendAtOnce = (): Promise<Preparation<null>> => Promise.resolve({ go: 'send', context: null });
