import type { JobVerification, VerificationEvent, VerificationPhase } from '../../shared/domain/job.ts';
import { assignmentId, type OperationId } from '../../shared/ids.ts';
import { neverReached } from '../../shared/never.ts';
import { problem as problemSchema } from '../../shared/problem.ts';
import type { Sqlite } from '../db/open.ts';
import { readLocalAssignment } from '../db/tables/queue/assignments.ts';
import { attemptsOf } from '../db/tables/queue/attempts.ts';
import { boundValue } from '../db/tables/queue/bindings.ts';
import { type OperationRow, readOperation } from '../db/tables/queue/operations.ts';
import { resultOf } from '../db/tables/queue/results.ts';
import type { DataOf } from './job-data.ts';

/** What was decided about the test access of a job that has one. */
type Decided = DataOf<'installation' | 'swap'>['verification'];

const notStarted: JobVerification = {
  phase: 'not-started',
  userId: null,
  userName: null,
  minutes: null,
  start: null,
  end: null,
  assignmentId: null,
  opened: null,
  closed: null,
  problem: null,
  events: [],
};

/** The verification as dated steps, all read off the operations, their attempts and the operator's results. */
export function viewVerification(sqlite: Sqlite, data: Decided): JobVerification {
  if (data === null) return notStarted;
  const create = required(sqlite, data.create);
  const remove = data.remove === null ? null : required(sqlite, data.remove);
  const local = readLocalAssignment(sqlite, data.local);
  const bound = assignmentId.safeParse(boundValue(sqlite, data.create, 'id'));
  const events: VerificationEvent[] = [
    ...eventsOf(sqlite, create, createWords),
    ...observations(data),
    ...(remove === null ? [] : eventsOf(sqlite, remove, removeWords)),
  ].sort((one, other) => one.at - other.at);
  const troubled = [remove, create].find((row) => row !== null && row.problem !== null);
  return {
    phase: remove === null || remove.state === 'cancelled' ? createPhase(create) : removePhase(remove),
    userId: data.userId,
    userName: data.userName,
    minutes: data.minutes,
    start: local?.start_at ?? null,
    end: local?.end_at ?? null,
    assignmentId: bound.success ? bound.data : null,
    opened: data.opened?.worked ?? null,
    closed: data.closed?.worked ?? null,
    problem:
      troubled?.problem === null || troubled === null || troubled === undefined
        ? null
        : problemSchema.parse(JSON.parse(troubled.problem)),
    events,
  };
}

function required(sqlite: Sqlite, id: OperationId): OperationRow {
  const row = readOperation(sqlite, id);
  if (row === undefined) throw new Error(`operation ${id} of a job is missing`);
  return row;
}

function createPhase({ state }: OperationRow): VerificationPhase {
  switch (state) {
    case 'waiting':
    case 'ready':
    case 'sending':
    case 'unknown':
    case 'blocked':
    case 'held':
      return 'requested';
    case 'awaiting-result':
      return 'accepted';
    case 'done':
      return 'confirmed';
    case 'failed':
      return 'failed';
    case 'cancelled':
      return 'not-started';
    default:
      return neverReached(state);
  }
}

function removePhase({ state }: OperationRow): VerificationPhase {
  switch (state) {
    case 'waiting':
    case 'ready':
    case 'sending':
    case 'unknown':
    case 'blocked':
    case 'held':
    case 'cancelled':
      return 'removal-requested';
    case 'awaiting-result':
      return 'removal-accepted';
    case 'done':
      return 'removed';
    case 'failed':
      return 'removal-failed';
    default:
      return neverReached(state);
  }
}

type Word = VerificationEvent['what'];
interface Words {
  readonly requested: Word;
  readonly sent: Word;
  readonly accepted: Word;
  readonly done: Word;
  readonly failed: Word;
}
const createWords: Words = {
  requested: 'requested',
  sent: 'sent',
  accepted: 'accepted',
  done: 'confirmed',
  failed: 'failed',
};
const removeWords: Words = {
  requested: 'removal-requested',
  sent: 'removal-sent',
  accepted: 'removal-accepted',
  done: 'removed',
  failed: 'removal-failed',
};

function eventsOf(sqlite: Sqlite, row: OperationRow, words: Words): readonly VerificationEvent[] {
  const plain = (at: number, what: Word): VerificationEvent => ({ at, what, confirmedBy: null, raw: null });
  const events = [plain(row.created_at, words.requested)];
  const first = attemptsOf(sqlite, row.id)[0];
  if (first !== undefined) events.push(plain(first.started_at, words.sent));
  if (row.accepted_at !== null) events.push(plain(row.accepted_at, words.accepted));
  const result = resultOf(sqlite, row.id);
  if (result !== undefined) {
    if (result.received_at !== null) events.push(plain(result.received_at, 'result-at-relay'));
    events.push(plain(result.fetched_at, 'result-fetched'));
  }
  if (row.finished_at !== null && (row.state === 'done' || row.state === 'failed')) {
    const raw = row.problem === null ? null : problemSchema.parse(JSON.parse(row.problem)).raw;
    events.push({
      at: row.finished_at,
      what: row.state === 'done' ? words.done : words.failed,
      confirmedBy: row.confirmed_by,
      raw,
    });
  }
  return events;
}

function observations(data: NonNullable<Decided>): readonly VerificationEvent[] {
  const seen = (
    observation: { readonly worked: boolean; readonly at: number } | null,
    yes: Word,
    no: Word,
  ): readonly VerificationEvent[] =>
    observation === null
      ? []
      : [{ at: observation.at, what: observation.worked ? yes : no, confirmedBy: null, raw: null }];
  return [...seen(data.opened, 'opened', 'not-opened'), ...seen(data.closed, 'closed', 'not-closed')];
}
