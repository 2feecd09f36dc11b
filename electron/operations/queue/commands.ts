import { z } from 'zod';
import type {
  SeenOperation,
  CorrectionField,
  CorrectionValue,
  FieldChange,
} from '../../../shared/domain/operation-commands.ts';
import type { OperationId, CarId } from '../../../shared/ids.ts';
import type { LogFactsOf } from '../../../shared/log/entries.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import type { OperationState } from '../../../shared/domain/operation.ts';
import type { WriteContext } from '../../db/open.ts';
import { type OperationRow, readOperation, moveOperation } from '../../db/tables/queue/operations.ts';
import {
  allDependantsOf,
  dependenciesOf,
  dependantsOf,
  insertDependency,
  removeDependency,
  boundValue,
} from '../../db/tables/queue/operation-order.ts';
import { seeIncidents, insertRevision } from '../../db/tables/queue/operation-history.ts';
import {
  acknowledge,
  decide,
  giveUp,
  giveUpByCommand,
  giveUpAll,
  requireUnchanged,
  expectState,
  required,
  type CommandParts,
  hold,
  resume,
  stateBefore,
  record,
} from './decisions.ts';
import { mayCorrect, hasEnded, isLostCar, problemCodeOf } from './actions.ts';
import { changesBetween } from './kinds/define-kind.ts';
import { payloadDigest } from './enqueue.ts';
import { loadOperation } from './kinds/registry.ts';
import { isReference, type Reference, currentLane } from './kinds/references.ts';
import type { StoredPayload } from './kinds/kind.ts';

/**
 * A person's commands for an operation, each in one transaction with its log entry. All throw ProblemError when the
 * state does not allow it, and `changed-since-shown` when the operation differs from what was displayed.
 */
export interface QueueCommands {
  /**
   * Sends a blocked or held operation again, after a read if it may have been applied. Operations held because of it
   * resume too. `dependency-ended` while a dependency has failed, was cancelled or is held itself.
   */
  readonly retry: (id: OperationId, seen?: SeenOperation) => void;
  /** Holds an operation that was not sent. Later work on the car overtakes it, except its dependants. */
  readonly hold: (id: OperationId, seen?: SeenOperation) => void;
  /** Releases a held operation. */
  readonly release: (id: OperationId, seen?: SeenOperation) => void;
  /** Cancels an operation that was not sent or is blocked. Its dependants are held. */
  readonly cancel: (id: OperationId, seen?: SeenOperation) => void;
  /** Cancels an operation and all its dependants. */
  readonly cancelAll: (id: OperationId, seen?: SeenOperation, shown?: readonly OperationId[]) => void;
  /** Like `cancel`, inside a use case's own transaction (a step that is replaced). */
  readonly cancelIn: (context: WriteContext, id: OperationId) => void;
  /** Like `hold`, inside a use case's own transaction (a held step is requested again). */
  readonly holdIn: (context: WriteContext, id: OperationId) => void;
  /** Changes the payload to be sent; see `correct`. `reason`: required where a check refuses the new value. */
  readonly correct: (
    id: OperationId,
    values: CorrectionValues,
    seen?: SeenOperation,
    reason?: string,
  ) => void;
  /** Records a person's decision about an operation that may have been applied; see `decide`. */
  readonly decide: (id: OperationId, wasDone: boolean, adopt?: number | null, seen?: SeenOperation) => void;
  /** Acknowledges an operation's incidents; see `acknowledge`. */
  readonly acknowledge: (id: OperationId, count: number, seen?: SeenOperation) => void;
  /** Moves the dependants of a cancelled new car to another car; see `moveToCar`. */
  readonly moveToCar: (id: OperationId, other: OtherCar, seen?: SeenOperation) => void;
  /** Like `moveToCar`, inside a use case's own transaction (the job takes another car). */
  readonly moveToCarIn: (context: WriteContext, id: OperationId, other: OtherCar) => void;
}

/** The commands over one queue. `wake` is called after each commit. */
export function createQueueCommands(parts: CommandParts, wake: () => void): QueueCommands {
  const inOne = (
    id: OperationId,
    seen: SeenOperation | undefined,
    work: (context: WriteContext, row: OperationRow) => void,
  ) => {
    parts.database.write((context) => {
      const row = required(context, id);
      requireUnchanged(row, seen);
      work(context, row);
    });
    wake();
  };
  return {
    retry: (id, seen) => inOne(id, seen, (context, row) => resume(context, parts, row)),
    hold: (id, seen) => inOne(id, seen, (context, row) => hold(context, parts, row)),
    release: (id, seen) =>
      inOne(id, seen, (context, row) => {
        expectState(row, ['held']);
        resume(context, parts, row);
      }),
    cancel: (id, seen) => inOne(id, seen, (context, row) => giveUpByCommand(context, parts, row)),
    cancelAll: (id, seen, shown) => inOne(id, seen, (context, row) => giveUpAll(context, parts, row, shown)),
    cancelIn: (context, id) => giveUp(context, parts, required(context, id)),
    holdIn: (context, id) => hold(context, parts, required(context, id)),
    correct: (id, values, seen, reason = '') =>
      inOne(id, seen, (context, row) => correct(context, parts, row, { values, reason })),
    decide: (id, wasDone, adopt = null, seen) => {
      inOne(id, seen, (context, row) =>
        decide(context, parts, row, wasDone ? { wasDone, adopt } : { wasDone }),
      );
      const row = readOperation(parts.database.sqlite, id);
      // The local cache is updated after a person's decision as after the operator's answer.
      if (adopt !== null && row?.state === 'done') parts.onDone(row, { id: adopt });
    },
    acknowledge: (id, count, seen) =>
      inOne(id, seen, (context, row) => acknowledge(context, parts, row, count)),
    moveToCar: (id, other, seen) => inOne(id, seen, (context, row) => moveToCar(context, parts, row, other)),
    moveToCarIn: (context, id, other) => moveToCar(context, parts, required(context, id), other),
  };
}

/* New revisions of a payload: a person's correction, or another car in place of one that was not created. */

/** The typed values, by field. */
type CorrectionValues = Readonly<Partial<Record<CorrectionField, CorrectionValue>>>;

/**
 * Changes what will be sent; a blocked operation becomes ready again. Allowed only while it was certainly not applied:
 * ProblemError `may-have-left`. Problems of the values: see `correctedPayload`; `nothing-changed`; those of the
 * follower (`box-refused` without a reason).
 */
function correct(
  context: WriteContext,
  parts: CommandParts,
  row: OperationRow,
  { values, reason }: { readonly values: CorrectionValues; readonly reason: string },
): void {
  expectState(row, ['blocked', 'ready', 'waiting', 'held']);
  if (!mayCorrect(context.sqlite, row)) throw new ProblemError(makeProblem('may-have-left'));
  const before = loadOperation(row);
  if (!before.ok) throw new ProblemError(before.error);
  const stored = before.value.corrected(values);
  if (!stored.ok) throw new ProblemError(stored.error);
  const after = loadOperation({ ...row, payload: stored.value.payload });
  if (!after.ok) throw new ProblemError(after.error);
  const changes = changesBetween(before.value.corrections(), after.value.corrections());
  if (changes.length === 0) throw new ProblemError(makeProblem('nothing-changed'));
  const open = dependenciesOf(context.sqlite, row.id).some(({ state }) => state !== 'done');
  const to = row.state === 'blocked' ? (open ? 'waiting' : 'ready') : row.state;
  revise(context, parts, row, { stored: stored.value, changes, to });
  record(context, parts, row, {
    type: 'operation-corrected',
    data: { ...stateBefore(row), revision: row.revision, ...correctedFacts(changes) },
  });
  relabelDependants(context, row);
  parts.follow?.(context, required(context, row.id), reason);
}

/** Dependants show a corrected car or group under its new name. Their requests stay the same. */
function relabelDependants(context: WriteContext, { id }: OperationRow): void {
  const rename = relabelled(required(context, id));
  for (const row of allDependantsOf(context.sqlite, id)) {
    if (row.state !== 'waiting' && row.state !== 'held') continue;
    const loaded = loadOperation(row);
    const named = loaded.ok ? loaded.value.rewritten(rename) : loaded;
    if (!named.ok || named.value.payload === row.payload) continue;
    moveOperation(context, row, row.state, row.updated_at, {
      payload: named.value.payload,
      payload_digest: payloadDigest(named.value.payload),
    });
  }
}

/** The log contains no e-mail address; both values stay in the operation's revisions. */
const kept = 'emailAddress' satisfies CorrectionField;
type CorrectedFact = `${Exclude<CorrectionField, typeof kept>} ${'before' | 'after'}`;

function correctedFacts(
  changes: ReturnType<typeof changesBetween>,
): Pick<LogFactsOf<'operation-corrected'>, CorrectedFact> {
  const facts: Partial<Record<CorrectedFact, CorrectionValue>> = {};
  for (const { field, before, after } of changes) {
    if (field === kept) continue;
    facts[`${field} before`] = before;
    facts[`${field} after`] = after;
  }
  return facts;
}

const fieldsOf = z.record(z.string(), z.unknown());
const newCar = z.object({ licensePlate: z.string().nullable(), name: z.string() });
const newGroup = z.object({ name: z.string() });

/** Updates the displayed name of the object that `source` creates, in payloads that refer to it. */
function relabelled(source: OperationRow): (payload: unknown) => unknown {
  const made: unknown = JSON.parse(source.payload);
  const car = newCar.safeParse(made);
  const group = newGroup.safeParse(made);
  return (payload) => {
    const fields = fieldsOf.safeParse(payload);
    if (!fields.success) return payload;
    const refersBy = (field: string) => {
      const value = fields.data[field];
      return isReference(value) && value.op === source.id;
    };
    if (source.kind === 'create-car' && car.success && refersBy('car')) {
      return { ...fields.data, carLabel: car.data.licensePlate ?? car.data.name };
    }
    if (source.kind === 'create-group' && group.success && refersBy('group')) {
      return { ...fields.data, groupName: group.data.name };
    }
    return payload;
  };
}

/** The car that replaces one that was not created. */
export interface OtherCar {
  /** A car at the operator, or one that another operation creates. */
  readonly car: CarId | Reference;
  readonly label: string;
}

const aboutCar = z.looseObject({ car: z.unknown(), carLabel: z.string() });

/**
 * Moves all work of a cancelled new car to another car, as new revisions, and resumes it. None of it can have been
 * sent, because it never had a car. ProblemError `step-not-ready` when nothing depends on it.
 */
function moveToCar(context: WriteContext, parts: CommandParts, lost: OperationRow, other: OtherCar): void {
  if (!isLostCar(context.sqlite, lost)) {
    throw new ProblemError(makeProblem('step-not-ready', { state: lost.state }));
  }
  seeIncidents(context, lost.id, parts.clock.now());
  const hanging = dependantsOf(context.sqlite, lost.id).filter(({ state }) => state === 'held');
  for (const row of hanging) {
    moveOne(context, parts, row, lost, other);
    removeDependency(context, row.id, lost.id);
    if (isReference(other.car)) insertDependency(context, row.id, other.car.op);
  }
  // In the order of creation: dependants of a resumed operation have resumed with it already.
  for (const { id } of hanging) {
    const row = required(context, id);
    if (row.state !== 'held' || problemCodeOf(row) === 'held-by-person') continue;
    if (!dependenciesOf(context.sqlite, id).some(hasEnded)) resume(context, parts, row);
  }
}

function moveOne(
  context: WriteContext,
  parts: CommandParts,
  row: OperationRow,
  lost: OperationRow,
  { car, label }: OtherCar,
): void {
  const about = aboutCar.safeParse(JSON.parse(row.payload));
  // A dependant may depend on the car without referring to it.
  if (!about.success || !isReference(about.data.car) || about.data.car.op !== lost.id) return;
  const loaded = loadOperation(row);
  const stored = loaded.ok ? loaded.value.rewritten(() => ({ ...about.data, car, carLabel: label })) : loaded;
  if (!stored.ok) throw new ProblemError(stored.error);
  const change = { field: 'car', before: about.data.carLabel, after: label } as const;
  revise(context, parts, row, { stored: stored.value, changes: [change], to: 'held' });
  record(context, parts, row, {
    type: 'operation-moved',
    data: {
      ...stateBefore(row),
      revision: row.revision,
      'car before': change.before,
      'car after': change.after,
    },
  });
}

/**
 * Stores a new revision of the payload and keeps the old one. Facts from an earlier pre-send check are dropped, as they
 * belong to the old payload.
 */
function revise(
  context: WriteContext,
  parts: Pick<CommandParts, 'clock'>,
  row: OperationRow,
  revision: {
    readonly stored: StoredPayload;
    readonly changes: readonly FieldChange[];
    readonly to: OperationState;
  },
): void {
  const { stored, changes, to } = revision;
  const bound = (id: OperationId, field: string) => boundValue(context.sqlite, id, field);
  insertRevision(context, {
    operation_id: row.id,
    number: row.revision,
    payload: row.payload,
    changes: JSON.stringify(changes),
  });
  moveOperation(context, row, to, parts.clock.now(), {
    payload: stored.payload,
    payload_digest: payloadDigest(stored.payload),
    lane: currentLane(stored.lane, bound),
    dedupe_key: stored.dedupeKey,
    revision: row.revision + 1,
    context: null,
    not_before: null,
    crashes: 0,
    delays: 0,
    negative_reads: 0,
    // The reason for the hold still applies.
    problem: to === 'held' ? row.problem : null,
  });
}
