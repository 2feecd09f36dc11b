import {
  type JobVerification,
  type VerificationEvent,
  finishBlockerOf,
  type Proof,
  proofOf,
  type TestFacts,
  type VerificationPhase,
} from '../../shared/domain/proof.ts';
import { type AssignmentId, assignmentId, type OperationId } from '../../shared/ids.ts';
import { neverReached } from '../../shared/never.ts';
import { problem as problemSchema } from '../../shared/problem.ts';
import type { Instant } from '../../shared/time.ts';
import type { Sqlite } from '../db/open.ts';
import { readLocalAssignment } from '../db/tables/queue/assignments.ts';
import { attemptsOf } from '../db/tables/queue/operation-history.ts';
import { boundValue } from '../db/tables/queue/operation-order.ts';
import { type OperationRow, readOperation, reportedByOf } from '../db/tables/queue/operations.ts';
import { resultOf } from '../db/tables/queue/results.ts';
import type { AccessTest, DataOf } from './job-data.ts';

/* The tests of a job as screens show them, derived from operations, attempts and results. */

/** The decisions about the tests of a job that has them. */
export type Tested = Pick<DataOf<'installation' | 'swap'>, 'verification' | 'earlierTests' | 'notWorking'>;

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
  proof: { state: 'not-tested' },
  extension: null,
  operatorEvents: null,
  earlier: [],
  hindrance: null,
};

/** All tests of a job, oldest first. */
export const allTests = ({ verification, earlierTests }: Tested): readonly AccessTest[] =>
  verification === null ? earlierTests : [...earlierTests, verification];

/** Every test of a job except those whose request was given up and has created no known access, oldest first. */
export function testsOf(sqlite: Sqlite, tested: Tested): readonly AccessTest[] {
  return allTests(tested).filter(
    (test) => required(sqlite, test.create).state !== 'cancelled' || isReportedAsCreated(sqlite, test),
  );
}

/** Whether a request was given up or refused. The operator may report its access as created later. */
export const hasGivenNothing = ({ state }: Pick<OperationRow, 'state'>): boolean =>
  state === 'cancelled' || state === 'failed';

/** Whether the operator has reported the access of such a request. */
function isReportedAsCreated(sqlite: Sqlite, { local }: AccessTest): boolean {
  const access = readLocalAssignment(sqlite, local);
  return access !== undefined && access.assignment_id !== null && access.state !== 'failed';
}

/** The operator's number of a test access; undefined = not known. A request that was given up or refused has bound none. */
export function numberOfTest(sqlite: Sqlite, { create, local }: AccessTest): AssignmentId | undefined {
  const bound = assignmentId.safeParse(boundValue(sqlite, create, 'id')).data;
  return bound ?? readLocalAssignment(sqlite, local)?.assignment_id ?? undefined;
}

/** The verification as dated steps, derived from the operations, their attempts and the operator's results. */
export function viewVerification(sqlite: Sqlite, data: Tested, now: Instant): JobVerification {
  const tests = testsOf(sqlite, data);
  const test = tests.at(-1) ?? data.verification;
  if (test === null) return notStarted;
  const create = required(sqlite, test.create);
  const remove = test.remove === null ? null : required(sqlite, test.remove);
  const local = readLocalAssignment(sqlite, test.local);
  const troubled = [remove, create].find((row) => row !== null && row.problem !== null);
  const proof = proofOfJob(sqlite, data, now);
  return {
    phase: phaseOf(sqlite, test),
    userId: test.userId,
    userName: test.userName,
    minutes: test.minutes,
    start: local?.start_at ?? null,
    end: local?.end_at ?? null,
    assignmentId: numberOfTest(sqlite, test) ?? null,
    opened: test.opened?.worked ?? null,
    closed: test.closed?.worked ?? null,
    problem:
      troubled?.problem === null || troubled === null || troubled === undefined
        ? null
        : problemSchema.parse(JSON.parse(troubled.problem)),
    events: eventsOfTest(sqlite, test),
    proof,
    extension: extensionOf(sqlite, test),
    operatorEvents: test.operatorEvents,
    earlier: tests.slice(0, -1).map((earlier) => ({
      userName: earlier.userName,
      minutes: earlier.minutes,
      proof: proofOf(factsOf(sqlite, earlier, null), now),
      events: eventsOfTest(sqlite, earlier),
    })),
    hindrance: finishBlockerOf(proof, phasesOf(sqlite, data)),
  };
}

/** The present result of the tests of a job. */
export function proofOfJob(sqlite: Sqlite, data: Tested, now: Instant): Proof {
  const test = testsOf(sqlite, data).at(-1);
  if (test === undefined) return { state: 'not-tested' };
  return proofOf(factsOf(sqlite, test, data.notWorking?.reason ?? null), now);
}

/** The access state of each test, oldest first. */
export const phasesOf = (sqlite: Sqlite, data: Tested): readonly VerificationPhase[] =>
  testsOf(sqlite, data).map((test) => phaseOf(sqlite, test));

/** The access state of a test. */
export function phaseOf(sqlite: Sqlite, test: AccessTest): VerificationPhase {
  const remove = test.remove === null ? null : required(sqlite, test.remove);
  const create = required(sqlite, test.create);
  const isWithout = hasGivenNothing(create);
  if (remove !== null && isCarriedOut(sqlite, remove, test)) return 'removed';
  // A removal that waited for such a request is never sent.
  if (remove !== null && remove.state !== 'cancelled' && !(isWithout && remove.state === 'held'))
    return removePhase(remove);
  return isWithout && isReportedAsCreated(sqlite, test) ? 'confirmed' : createPhase(create);
}

/** Whether a removal was refused or given up while the operator reports its access as gone. */
const isCarriedOut = (sqlite: Sqlite, remove: OperationRow, { local }: AccessTest): boolean =>
  hasGivenNothing(remove) && readLocalAssignment(sqlite, local)?.state === 'deleted';

function factsOf(sqlite: Sqlite, test: AccessTest, handedOver: string | null): TestFacts {
  return {
    phase: phaseOf(sqlite, test),
    opened: test.opened?.worked ?? null,
    closed: test.closed?.worked ?? null,
    until: readLocalAssignment(sqlite, test.local)?.end_at ?? null,
    removalAt: test.remove === null ? null : required(sqlite, test.remove).created_at,
    handedOver,
  };
}

function extensionOf(sqlite: Sqlite, { extension }: AccessTest): JobVerification['extension'] {
  if (extension === null) return null;
  const { state } = required(sqlite, extension);
  if (state === 'done' || state === 'cancelled') return null;
  return state === 'failed' || state === 'blocked' ? 'failed' : 'under-way';
}

function eventsOfTest(sqlite: Sqlite, test: AccessTest): VerificationEvent[] {
  const extended = test.extension === null ? null : required(sqlite, test.extension);
  return [
    ...eventsOf(sqlite, required(sqlite, test.create), createWords),
    ...observations(test),
    ...(extended?.state === 'done' && extended.finished_at !== null
      ? [
          {
            at: extended.finished_at,
            what: reportedByOf(extended) === null ? ('extended' as const) : ('reported-extended' as const),
            confirmedBy: extended.confirmed_by,
            reportedBy: reportedByOf(extended),
            raw: null,
          },
        ]
      : []),
    ...(test.remove === null ? [] : eventsOf(sqlite, required(sqlite, test.remove), removeWords)),
  ].sort((one, other) => one.at - other.at);
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
  readonly reported: Word;
  readonly failed: Word;
}
const createWords: Words = {
  requested: 'requested',
  sent: 'sent',
  accepted: 'accepted',
  done: 'confirmed',
  reported: 'reported-confirmed',
  failed: 'failed',
};
const removeWords: Words = {
  requested: 'removal-requested',
  sent: 'removal-sent',
  accepted: 'removal-accepted',
  done: 'removed',
  reported: 'reported-removed',
  failed: 'removal-failed',
};

function eventsOf(sqlite: Sqlite, row: OperationRow, words: Words): readonly VerificationEvent[] {
  const plain = (at: number, what: Word): VerificationEvent => ({
    at,
    what,
    confirmedBy: null,
    reportedBy: null,
    raw: null,
  });
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
    const reportedBy = reportedByOf(row);
    const done = reportedBy === null ? words.done : words.reported;
    events.push({
      at: row.finished_at,
      what: row.state === 'done' ? done : words.failed,
      confirmedBy: row.confirmed_by,
      reportedBy,
      raw,
    });
  }
  return events;
}

function observations({ opened, closed, earlierTries }: AccessTest): readonly VerificationEvent[] {
  const seen = [
    ...earlierTries,
    ...(opened === null ? [] : [{ what: 'opened' as const, ...opened }]),
    ...(closed === null ? [] : [{ what: 'closed' as const, ...closed }]),
  ];
  return seen.map(({ what, worked, at }) => ({
    at,
    what: worked ? what : `not-${what}`,
    confirmedBy: null,
    reportedBy: null,
    raw: null,
  }));
}
