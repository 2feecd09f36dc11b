import { z } from 'zod';
import type { AttemptView, OperationView } from '../../../shared/domain/operation.ts';
import type { RelatedOperation, OperationCar, QueueLine } from '../../../shared/domain/operation-commands.ts';
import {
  problem as problemSchema,
  type Sentence,
  makeProblem,
  type Problem,
} from '../../../shared/problem.ts';
import { foldForSearch } from '../../../shared/domain/serial.ts';
import { carId, operationId } from '../../../shared/ids.ts';
import { readJson } from '../../../shared/parsing.ts';
import type { Sqlite } from '../../db/open.ts';
import {
  attemptsOf,
  type AttemptRow,
  unseenIncidents,
  GIVEN_TWICE,
  type IncidentRow,
} from '../../db/tables/queue/operation-history.ts';
import { dependenciesOf, boundValue } from '../../db/tables/queue/operation-order.ts';
import { type OperationRow, reportedByOf } from '../../db/tables/queue/operations.ts';
import {
  type GroupedRow,
  queueOrder,
  type QueueQuestion,
  rowsBySeq,
} from '../../db/tables/queue/queue-lines.ts';
import { loadOperation } from './kinds/registry.ts';
import { isReference } from './kinds/references.ts';

/* Operations as lines of screens: their sentence, their car, and the filter of the Queue. */

/** An operation as a sentence, with names of the car and the Box and without ids. */
export function describeOperation(row: OperationRow): Sentence {
  const loaded = loadOperation(row);
  return loaded.ok ? loaded.value.describe() : { key: 'operations.unreadable', params: {} };
}

/** An operation as a screen shows it. */
export function viewOperation(sqlite: Sqlite, row: OperationRow): OperationView {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    jobId: row.job_id,
    sentence: describeOperation(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    attempts: row.attempt,
    revision: row.revision,
    notBefore: row.not_before,
    acceptedAt: row.accepted_at,
    confirmedBy: row.confirmed_by,
    reportedBy: reportedByOf(row),
    problem: row.problem === null ? null : problemSchema.parse(JSON.parse(row.problem)),
    waitsFor: dependenciesOf(sqlite, row.id)
      .filter(({ state }) => state !== 'done')
      .map(describeOperation),
    history: attemptsOf(sqlite, row.id).map(viewAttempt),
  };
}

/** A try as a screen shows it. */
export function viewAttempt(attempt: AttemptRow): AttemptView {
  return {
    number: attempt.number,
    startedAt: attempt.started_at,
    finishedAt: attempt.finished_at,
    sent: attempt.sent,
    status: attempt.status,
    message: attempt.message,
  };
}

/** A reference to an operation, as shown beside another one. */
export function viewRelated(row: OperationRow): RelatedOperation {
  return { id: row.id, state: row.state, sentence: describeOperation(row) };
}

/** The payload fields that a search covers: names of the car, the Box, the group and the person. */
const searched = [
  'carLabel',
  'licensePlate',
  'vin',
  'name',
  'serialNumber',
  'groupName',
  'userName',
  'emailAddress',
] as const;

/** The Queue's sequence numbers, filtered by the typed text (compared as in every search of the app). */
export function orderLines(sqlite: Sqlite, question: QueueQuestion, text: string): readonly number[] {
  const rows = queueOrder(sqlite, question);
  const wanted = text.split(/\s+/).map(foldForSearch).join('');
  return rows.filter(({ payload }) => wanted === '' || mentions(payload, wanted)).map(({ seq }) => seq);
}

/** Runs for ten thousand operations per keystroke, so it skips schema parsing, which takes longer than the read. */
function mentions(payload: string, wanted: string): boolean {
  const fields = readJson(payload);
  if (typeof fields !== 'object' || fields === null) return false;
  return searched.some((name) => {
    const value: unknown = Reflect.get(fields, name);
    return typeof value === 'string' && foldForSearch(value).includes(wanted);
  });
}

/** The lines of these numbers. */
export function viewLines(sqlite: Sqlite, seqs: readonly number[]): QueueLine[] {
  return rowsBySeq(sqlite, seqs).map((row) => viewLine(sqlite, row));
}

function viewLine(sqlite: Sqlite, row: GroupedRow): QueueLine {
  return {
    seq: row.seq,
    id: row.id,
    jobId: row.job_id,
    state: row.state,
    group: row.grouped,
    sentence: describeOperation(row),
    attempts: row.attempt,
    notBefore: row.not_before,
    acceptedAt: row.accepted_at,
    updatedAt: row.updated_at,
    confirmedBy: row.confirmed_by,
    reportedBy: reportedByOf(row),
    says: saysOf(row) ?? saysOfIncident(sqlite, row),
  };
}

function saysOf({ problem }: OperationRow): Sentence | null {
  if (problem === null) return null;
  const { code, params } = problemSchema.parse(JSON.parse(problem));
  return { key: `problems.${code}.says`, params };
}

function saysOfIncident(sqlite: Sqlite, { id, grouped }: GroupedRow): Sentence | null {
  if (grouped !== 'needs-you') return null;
  const [problem] = problemsOf(unseenIncidents(sqlite, id));
  return problem === undefined ? null : { key: `problems.${problem.code}.says`, params: problem.params };
}

const aboutCar = z.object({ car: z.unknown(), carLabel: z.string() });
const newCar = z.object({ name: z.string(), licensePlate: z.string().nullable() });

/** The car an operation is about; null = it is about none. */
export function carOf(sqlite: Sqlite, row: OperationRow): OperationCar | null {
  const payload = readJson(row.payload);
  const bound = (id: OperationRow['id']) => {
    const value = carId.safeParse(boundValue(sqlite, id, 'id'));
    return value.success ? value.data : null;
  };
  if (row.kind === 'create-car') {
    const made = newCar.safeParse(payload);
    if (!made.success) return null;
    return { id: bound(row.id), createdBy: row.id, label: made.data.licensePlate ?? made.data.name };
  }
  const about = aboutCar.safeParse(payload);
  if (!about.success) return null;
  const { car, carLabel: label } = about.data;
  if (isReference(car)) {
    const createdBy = operationId.safeParse(car.op);
    return createdBy.success ? { id: bound(createdBy.data), createdBy: createdBy.data, label } : null;
  }
  const id = carId.safeParse(car);
  return id.success ? { id: id.data, createdBy: null, label } : null;
}

/**
 * The problems of an operation's incidents after its end, deduplicated. The code an incident was opened with is left
 * out: the operation itself shows its failure.
 */
export function problemsOf(incidents: readonly IncidentRow[]): readonly Problem[] {
  const problems = incidents.flatMap(({ code, subject, message }) => {
    if (code === GIVEN_TWICE) return [makeProblem(GIVEN_TWICE)];
    if (subject !== 0) return [makeProblem('access-stayed', {}, message)];
    return code === 'outcome-contradicts' ? [makeProblem('result-contradicts', {}, message)] : [];
  });
  return problems.filter(({ code }, index) => problems.findIndex((other) => other.code === code) === index);
}
