/* New revisions of a payload: a person's correction, or another car in place of one that was not created. */

import { z } from 'zod';
import type {
  CorrectionField,
  CorrectionValue,
  FieldChange,
} from '../../../shared/domain/operation-commands.ts';
import type { LogFactsOf } from '../../../shared/log/entries.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import type { CarId, OperationId } from '../../../shared/ids.ts';
import type { OperationState } from '../../../shared/domain/operation.ts';
import type { WriteContext } from '../../db/open.ts';
import {
  allDependantsOf,
  dependenciesOf,
  dependantsOf,
  insertDependency,
  removeDependency,
  boundValue,
} from '../../db/tables/queue/dependencies.ts';
import { moveOperation, type OperationRow } from '../../db/tables/queue/operations.ts';
import { seeIncidents } from '../../db/tables/queue/incidents.ts';
import { insertRevision } from '../../db/tables/queue/operation-history.ts';
import { mayCorrect, hasEnded, isLostCar, problemCodeOf } from './actions.ts';
import { changesBetween } from './corrections.ts';
import { payloadDigest } from './enqueue.ts';
import { loadOperation } from './kinds/registry.ts';
import { stateBefore, expectState, record, required, type CommandParts, resume } from './decisions.ts';
import { isReference, type Reference } from './reference.ts';
import type { StoredPayload } from './kinds/kind.ts';
import { currentLane } from './kinds/lanes.ts';

/** The typed values, by field. */
export type CorrectionValues = Readonly<Partial<Record<CorrectionField, CorrectionValue>>>;

/**
 * Changes what will be sent; a blocked operation becomes ready again. Allowed only while it was certainly not applied:
 * ProblemError `may-have-left`. Problems of the values: see `correctedPayload`; `nothing-changed`; those of the
 * follower (`box-refused` without a reason).
 */
export function correct(
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
export function moveToCar(
  context: WriteContext,
  parts: CommandParts,
  lost: OperationRow,
  other: OtherCar,
): void {
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
