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
import type { Bindings } from '../../../db/tables/queue/dependencies.ts';
import type { Assumptions } from '../../../../shared/operator/assumptions.ts';
import type { CallOptions, OperatorClient } from '../../../operator/client.ts';
import type { AssignmentPatch } from '../../../operator/endpoints/assignments.ts';
import type { CarPatch } from '../../../operator/endpoints/cars.ts';
import type { OperatorError } from '../../../operator/operator-error.ts';
import type { OperatorRequest } from '../../../operator/request.ts';
import type { CorrectableField } from '../corrections.ts';
import type { BoundValue } from '../reference.ts';

/** The accesses that ended with the Boxes of the operation's job. */
export interface TakenOut {
  /** False while no removal of the job has been sent, or where the operator did not let its accesses be read. */
  readonly listed: boolean;
  readonly accesses: readonly {
    readonly userId: UserId | null;
    readonly start: Instant;
    readonly end: Instant | null;
    /** `leaving`: the operator still owes its word. */
    readonly fate: 'leaving' | 'gone' | 'stayed';
  }[];
}

/** The dependencies of reading the operator's state. */
export interface Reading {
  /** The Boxes that this operation's own job has taken out of the car. */
  readonly takenOut: () => TakenOut;
  /** Is this the result of another order of ours of the same kind? Then it is not this one's. */
  readonly isTaken: (id: number) => boolean;
  /**
   * Is it the number of an access of the same user that went with a removed Box? Listed after that, the access has stayed, or its
   * number was given out again.
   */
  readonly hasLeft: (id: number) => boolean;
  /** The local copies of cars with this name: before the first sending none of them can be what it creates. */
  readonly carsNamed: (name: string) => readonly DirectoryCar[];
  /** Does this answer to a read say that the environment does not offer it? Not before it has been heard again and again. */
  readonly notOffered: (error: OperatorError) => boolean;
  /** Did the look before this one say that it is not there? A read that lags says so too, so two looks must say it. */
  readonly wasAbsent: () => boolean;
  /** Does an earlier change of this access by ours still wait for its end? Two on their way may take effect in either order. */
  readonly isChanging: (assignment: AssignmentId) => boolean;
  /** Has the operator given the number of this access to another one of ours? `local` null = it is none of ours. */
  readonly isGivenAgain: (local: LocalAssignmentId | null, number: AssignmentId) => boolean;
  /**
   * Has the operator reported, since the last request left, that an access which this removal takes along went, or could not go, by a
   * request with its body?
   */
  readonly isReported: () => boolean;
  /** Is this order of ours done? */
  readonly isDone: (operation: OperationId) => boolean;
  readonly client: OperatorClient;
  readonly signal: AbortSignal;
  readonly now: Instant;
}

/** The finding of a reconciling read for an operation whose outcome is in doubt. */
export type Finding =
  | { readonly found: 'applied'; readonly bindings: Bindings }
  /**
   * The goal is that something is not there, and the read does not show it. A read that lags or a list short of a row says the same,
   * so it counts after the quarantine and when two reads say so (docs/decisions/0025-absence-is-read-twice.md).
   */
  | { readonly found: 'gone' }
  /**
   * `ifRefused`: what a 409 must mean then, where what was read leaves only one reason. `ifAbsent`: what "no such thing"
   * must mean then, said to an assumed call. `mayBe`: what is there speaks against sending it again: something
   * much like what was created, or a colleague's later change. A person decides. `isUnread`: no read of it is offered; sending
   * again is safe.
   */
  | {
      readonly found: 'not-applied';
      readonly ifRefused?: Problem;
      readonly ifAbsent?: Problem;
      readonly mayBe?: Problem;
      readonly isUnread?: true;
    }
  /** The operator's state is neither what was asked nor what was before: a person decides. */
  | { readonly found: 'contradiction'; readonly problem: Problem }
  /** No read can tell (events). `ifRefused`: what a 409 says all the same. */
  | { readonly found: 'undecidable'; readonly problem: Problem; readonly ifRefused?: Problem }
  /** The read itself failed; ask again later. */
  | { readonly found: 'nothing'; readonly error: OperatorError };

/** The log's copy of the facts found before the sending. */
export type LearnedFacts = Pick<LogFactsOf<'operation-done'>, 'sap' | 'variantChecked'>;

/** The facts found before sending. */
export type Preparation<Context> =
  | { readonly go: 'send'; readonly context: Context }
  /** The goal is reached already: nothing is sent. `context`: what was learned, where it is to be kept. */
  | { readonly go: 'already'; readonly bindings: Bindings; readonly context?: Context }
  /** `found`: what stands in the way, unless another order of ours has made it. */
  | { readonly go: 'refused'; readonly problem: Problem; readonly found?: number }
  | { readonly go: 'later'; readonly error: OperatorError }
  /** Something else has to end first; looked at again soon, without asking the operator. */
  | { readonly go: 'wait'; readonly problem: Problem };

/** A write ready to leave: its exact body is known before the first byte does. */
export interface Sendable {
  readonly endpoint: string;
  /** MD5 of the body, hex, upper case: what the operator's `checksum` is assumed to be made of. */
  readonly checksum: string;
  readonly send: (
    client: OperatorClient,
    options: Required<Pick<CallOptions, 'signal' | 'mayLeave'>>,
  ) => Promise<Result<Bindings, OperatorError>>;
}

/** Makes a request sendable, with what its answer binds. */
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

/** New times of an assignment; what is left out stays. */
export type AssignmentTimes = Pick<AssignmentPatch, 'start' | 'end'>;

/** How an operation touches local assignment state (spec part 3). */
export type AssignmentEffect =
  | {
      readonly effect: 'create';
      readonly local: LocalAssignmentId;
      readonly carId: CarId;
      readonly userId: UserId;
      readonly start: Instant;
      readonly end: Instant | null;
      /** It follows an access with the same user and times, whose late word must not be taken for its own. */
      readonly again?: boolean;
    }
  | {
      readonly effect: 'update';
      readonly local: LocalAssignmentId | null;
      readonly assignmentId: number;
      /** The changed fields; `end` null = open-ended from now on. */
      readonly patch: AssignmentTimes;
    }
  | {
      readonly effect: 'delete';
      readonly local: LocalAssignmentId | null;
      readonly assignmentId: number;
    };

/** An access that goes with what an operation takes out of a car, as it was before. */
export interface RevokedAssignment {
  readonly id: AssignmentId;
  readonly userId: UserId | null;
  readonly start: Instant;
  readonly end: Instant | null;
  /** Seconds; null = not known. */
  readonly lifetime: number | null;
  readonly renewableAfter: number | null;
}

/** The effect of a confirmed write on the local copies of the operator's data, so that it shows before the next sync. */
export type CacheUpdate =
  | { readonly of: 'car'; readonly car: Car }
  /** These fields of it have these values now; the operator may have rewritten them its own way. */
  | { readonly of: 'car-changed'; readonly car: CarId; readonly patch: CarPatch }
  | { readonly of: 'group'; readonly group: { readonly id: GroupId; readonly name: string } }
  | { readonly of: 'group-gone'; readonly group: GroupId }
  | { readonly of: 'user-gone'; readonly user: UserId }
  | { readonly of: 'product-car'; readonly product: ProductId; readonly car: CarId | null };

/** Properties of a kind that decide what an answer means (architecture.md §4). */
export interface KindTraits {
  /** `result`: 204 means accepted only; the end comes by webhook. */
  readonly endsBy: 'answer' | 'result';
  /** 404 means the goal is reached (delete, remove). */
  readonly absenceIsGoal: boolean;
  /** 409 means the goal is reached without a look (a member already). */
  readonly conflictIsGoal: boolean;
  /** Creates need two negative reads after the quarantine before they are sent again. */
  readonly negativeReads: 1 | 2;
  /** Two equal orders are two things: what one has brought is never the other's. */
  readonly distinct?: true;
  /** The call itself is an assumption: "no such thing" may mean that it is not offered, and is believed after a look. */
  readonly assumed?: true;
}

/** One operation kind: ONE file with everything the queue must know about it. */
export interface KindSpec<Payload, Context> {
  readonly kind: OperationKind;
  /** Of the stored payload; a new one needs a migration of stored rows. */
  readonly version: number;
  readonly payload: z.ZodType<Payload>;
  /** The facts that `prepare` found, kept from the first sending on. */
  readonly context: z.ZodType<Context>;
  readonly traits: KindTraits;
  /** Operations whose results the payload refers to. */
  readonly references: (payload: Payload) => readonly OperationId[];
  /** Which lane it keeps its order in. */
  readonly lane: (payload: Payload) => string;
  readonly describe: (payload: Payload) => Sentence;
  /** Reads before each sending; `before` is what the first one learned, which a resend must not forget. */
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
   * The facts that are known without `prepare`, for an operation that may have been sent though this file does not know it (it came
   * back from a backup). Left out, or null: then nothing can be recognised, and a person decides.
   */
  readonly unprepared?: (payload: Payload) => Context | null;
  /** Null where the number of its access is not its own any more. */
  readonly assignment?: (payload: Payload, bound: BoundValue, context: Context) => AssignmentEffect | null;
  /** Accesses that end with it; each reports by a result of its own. */
  readonly cascadeDeletes?: (payload: Payload, context: Context) => readonly RevokedAssignment[] | null;
  /** The dedupe key of orders that cannot be distinguished: while one is in doubt the others wait. */
  readonly dedupeKey?: (payload: Payload) => string;
  readonly cacheUpdate?: (payload: Payload, bound: BoundValue, bindings: Bindings) => CacheUpdate | null;
  /** The part of it that the operator does not know, after a 404 to the write; null = not known. */
  readonly unknown?: (payload: Payload, bound: BoundValue, reading: Reading) => Promise<Problem | null>;
  /** The log's copy of the facts found before the sending, once it is done. */
  readonly learned?: (payload: Payload, context: Context) => LearnedFacts;
  /** The fields that a person may correct while nothing of it can have been applied. */
  readonly correctable?: readonly CorrectableField<Payload>[];
  /** The candidates at the operator that it may have created, for a person to choose from. */
  readonly candidates?: (
    payload: Payload,
    bound: BoundValue,
    reading: Reading,
  ) => Promise<Result<readonly Candidate[], OperatorError>>;
  /**
   * Where a person may name what it has made by its number, because it cannot always be listed: why it cannot be that one;
   * null = it can, as far as the operator lets it be read.
   */
  readonly named?: (
    payload: Payload,
    bound: BoundValue,
    reading: Reading,
    id: number,
  ) => Promise<Problem | null>;
}

/** The stored form of a payload, and where it belongs. */
export interface StoredPayload {
  readonly payload: string;
  readonly lane: string;
  readonly dedupeKey: string | null;
  readonly references: readonly OperationId[];
}

/** A stored operation with its payload parsed, its kind's types hidden inside. */
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
  /** A context for what was never prepared here and may have been sent all the same; null = there is none. */
  readonly unprepared: () => string | null;
  /** Null for kinds without assignments, where the stored context cannot be read, and where its access has lost its number. */
  readonly assignment: (bound: BoundValue, contextText: string) => AssignmentEffect | null;
  /** Null where the operator did not let them be read. */
  readonly cascadeDeletes: (contextText: string) => readonly RevokedAssignment[] | null;
  readonly cacheUpdate: (bound: BoundValue, bindings: Bindings) => CacheUpdate | null;
  /** Null where it is not known. */
  readonly unknown: (bound: BoundValue, reading: Reading) => Promise<Problem | null>;
  /** Empty where the stored context cannot be read. */
  readonly learned: (contextText: string | null) => LearnedFacts;
  readonly corrections: () => readonly Correction[];
  /** The payload with these values, checked by their form and by the kind's schema. */
  readonly corrected: (
    values: Readonly<Partial<Record<CorrectionField, CorrectionValue>>>,
  ) => Result<StoredPayload, Problem>;
  /** The payload changed as stored data, checked by the kind's schema. */
  readonly rewritten: (change: (payload: unknown) => unknown) => Result<StoredPayload, Problem>;
  /** Null where it brings no id, or where reading cannot show any. */
  readonly candidates:
    ((bound: BoundValue, reading: Reading) => Promise<Result<readonly Candidate[], OperatorError>>) | null;
  /** Null where a person may not name it by its number. */
  readonly named: ((bound: BoundValue, reading: Reading, id: number) => Promise<Problem | null>) | null;
}

/** A kind as the queue holds it. */
export interface RegisteredKind<Payload = never> {
  readonly kind: OperationKind;
  readonly version: number;
  /** The stored form of a new operation. */
  readonly store: (payload: Payload) => StoredPayload;
  /** Parses a stored payload; a row that does not parse is parked, never dropped. */
  readonly load: (payloadText: string) => Result<LoadedOperation, Problem>;
}

/** For kinds that need no look before sending. */
export const noContext = z.null();

/** The preparation of such kinds. */
export const sendAtOnce = (): Promise<Preparation<null>> => Promise.resolve({ go: 'send', context: null });
