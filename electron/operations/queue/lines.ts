import { z } from 'zod';
import { foldForSearch } from '../../../shared/domain/serial.ts';
import type { OperationCar, QueueLine } from '../../../shared/domain/operation-commands.ts';
import { carId, operationId } from '../../../shared/ids.ts';
import { readJson } from '../../../shared/json-text.ts';
import { problem as problemSchema, type Sentence } from '../../../shared/problem.ts';
import type { Sqlite } from '../../db/open.ts';
import { boundValue } from '../../db/tables/queue/dependencies.ts';
import { unseenIncidents } from '../../db/tables/queue/incidents.ts';
import { type OperationRow, reportedByOf } from '../../db/tables/queue/operations.ts';
import {
  type GroupedRow,
  queueOrder,
  type QueueQuestion,
  rowsBySeq,
} from '../../db/tables/queue/queue-lines.ts';
import { problemsOf } from './incident-problem.ts';
import { isReference } from './reference.ts';
import { describeOperation } from './views.ts';

/** By what people look for an operation: how the car, the Box, the group and the person are called. */
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

/** The Queue's order by sequence numbers, narrowed by what a person typed (compared as in every search of the app). */
export function orderLines(sqlite: Sqlite, question: QueueQuestion, text: string): readonly number[] {
  const rows = queueOrder(sqlite, question);
  const wanted = text.split(/\s+/).map(foldForSearch).join('');
  return rows.filter(({ payload }) => wanted === '' || mentions(payload, wanted)).map(({ seq }) => seq);
}

/** Asked of each of ten thousand at every key: without a schema, which takes longer than reading. */
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
