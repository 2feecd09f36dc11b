import { expect, test } from 'vitest';
import type { OperationKind, OperationState } from '../../../shared/domain/operation.ts';
import { carId, customerId, jobId, localAssignmentId, operationId, userId } from '../../../shared/ids.ts';
import { makeProblem } from '../../../shared/problem.ts';
import type { OperationRow } from '../../../electron/db/tables/queue/operations.ts';
import { emptyJobData, type InstallationData } from '../../../electron/jobs/job-data.ts';
import { type Facts, progressOf } from '../../../electron/jobs/progress.ts';

const now = Date.UTC(2026, 10, 21, 8);
const id = (digit: number) => operationId.parse(`00000000-0000-4000-8000-00000000000${digit}`);
const ids = {
  car: id(1),
  box: id(2),
  newGroup: id(3),
  member: id(4),
  create: id(5),
  remove: id(6),
  event: id(7),
};

function row(of: keyof typeof ids, state: OperationState, kind: OperationKind = 'install'): OperationRow {
  const ended = state === 'blocked' || state === 'failed' || state === 'held';
  return {
    seq: 1, id: ids[of], kind, payload: '{}', payload_version: 1, payload_digest: '', environment: 'uat',
    base_url: '', customer_id: customerId.parse(4711), lane: '', dedupe_key: null, job_id: jobId.parse(id(9)), state, attempt: 1,
    unknown_tries: 0,
  crashes: 0, delays: 0, claimed_at: null, fence: null, not_before: null, maybe_sent_at: null, negative_reads: 0,
    accepted_at: state === 'awaiting-result' ? now : null, context: null,
    problem: ended ? JSON.stringify(makeProblem('operator-rejected', { of }, 'Their words.')) : null,
    confirmed_by: null, reported_by: null, revision: 1, created_at: now, updated_at: now, finished_at: null, created_tick: 1,
  };
} // prettier-ignore

const jobOf = (changes: Partial<InstallationData>): InstallationData => ({
  ...emptyJobData(),
  ...changes,
});
const created = { id: null, origin: 'created', name: 'Van', licensePlate: 'M QX 1', vin: null, brand: null, model: null } as const; // prettier-ignore
const whole = jobOf({
  car: { ...created, id: carId.parse(1), operation: null },
  skipped: ['keyfob', 'before', 'fitting'],
  box: {
    serialNumber: '1', lookupSerial: '1', variant: null, sapNumber: null, productId: null, operation: ids.box, checks: [], forced: [], label: null,
  },
  group: { id: null, name: 'Night shift', createOperation: ids.newGroup, operation: ids.member },
  verification: {
    userId: userId.parse(9001), userName: 'Bay 3 Tester', minutes: 15, local: localAssignmentId.parse(id(8)),
    create: ids.create, opened: null, closed: null, earlierTries: [], extension: null, operatorEvents: null,
    remove: ids.remove,
  },
}); // prettier-ignore
const allDone = [
  row('box', 'done'),
  row('newGroup', 'done', 'create-group'),
  row('member', 'done', 'add-car-to-group'),
  row('create', 'done', 'create-assignment'),
  row('remove', 'done', 'delete-assignment'),
];
const facts = (changes: Partial<Facts> = {}): Facts => ({
  data: whole,
  operations: allDone,
  phases: ['removed'],
  proof: { state: 'proven' },
  finishedAt: null,
  connection: { state: 'online', since: now },
  checklist: { before: false, after: false },
  taken: [],
  boxUnchecked: false,
  reported: null,
  restorable: 0,
  ...changes,
});
/** The same job with one operation in another state. */
const except = (of: keyof typeof ids, state: OperationState) =>
  allDone.map((known) => (known.id === ids[of] ? { ...row(of, state, known.kind) } : known));

test('a new job begins with the car, and nothing stands against it', () => {
  const progress = progressOf(
    facts({ data: jobOf({}), operations: [], phases: [], proof: { state: 'not-tested' } }),
  );
  expect(progress).toMatchObject({ status: 'in-progress', step: 'car', problem: null, unfinished: 0 });
  expect(new Set(Object.values(progress.steps))).toEqual(new Set(['open']));
});

test.each(['waiting', 'ready', 'sending', 'unknown', 'awaiting-result'] as const)(
  'a step that is %s is saved, never shown as confirmed',
  (state) => {
    expect(progressOf(facts({ operations: except('box', state) })).steps.box).toBe('saved');
    expect(progressOf(facts({ operations: except('member', state) })).steps.group).toBe('saved');
    const asYetUnborn = jobOf({ car: { ...created, operation: ids.car } });
    const asked = facts({
      data: asYetUnborn,
      operations: [row('car', state, 'create-car')],
      phases: [],
      proof: { state: 'not-tested' },
    });
    expect(progressOf(asked).steps.car).toBe('saved');
  },
);

test.each(['blocked', 'failed', 'held'] as const)('a step that is %s needs a person there', (state) => {
  const progress = progressOf(facts({ operations: except('box', state) }));
  expect(progress).toMatchObject({ status: 'needs-person', step: 'box', steps: { box: 'problem' } });
  expect(progress.problem).toMatchObject({ code: 'operator-rejected', params: { of: 'box' } });
  expect(progress.says.key).toBe('problems.operator-rejected.says');
});

test('the blocking operation comes before those that it holds', () => {
  const operations = [row('create', 'held', 'create-assignment'), row('box', 'blocked')];
  expect(progressOf(facts({ operations })).problem?.params).toEqual({ of: 'box' });
});

test('a cancelled operation leaves its step open again', () => {
  const car = jobOf({ car: { ...created, operation: ids.car } });
  const steps = progressOf(
    facts({
      data: car,
      operations: [row('car', 'cancelled', 'create-car')],
      phases: [],
      proof: { state: 'not-tested' },
    }),
  ).steps;
  expect(steps.car).toBe('open');
  expect(progressOf(facts({ operations: except('box', 'cancelled') })).steps.box).toBe('open');
  expect(progressOf(facts({ operations: except('member', 'cancelled') })).steps.group).toBe('open');
});

test('a new group that cannot be made is the trouble of the group step', () => {
  const operations = except('newGroup', 'blocked').map((known) =>
    known.id === ids.member ? row('member', 'waiting', 'add-car-to-group') : known,
  );
  expect(progressOf(facts({ operations })).steps.group).toBe('problem');
});

test.each([
  [{ state: 'under-way' }, 'requested', 'saved'],
  [{ state: 'to-try', until: null }, 'confirmed', 'open'],
  [{ state: 'to-remove' }, 'confirmed', 'open'],
  [{ state: 'to-remove' }, 'removal-requested', 'saved'],
  [{ state: 'proven' }, 'removed', 'confirmed'],
  [{ state: 'unproven', why: 'not-opened', handedOver: null }, 'removed', 'problem'],
  [{ state: 'unproven', why: 'not-closed', handedOver: null }, 'confirmed', 'problem'],
  [{ state: 'unproven', why: 'expired', handedOver: null }, 'confirmed', 'problem'],
  [{ state: 'unproven', why: 'not-tried', handedOver: null }, 'removed', 'problem'],
  [{ state: 'unproven', why: 'not-opened', handedOver: 'On order' }, 'removed', 'not-working'],
] as const)('a proof that is %j with an access %s leaves the verification %s', (proof, phase, state) => {
  expect(progressOf(facts({ proof, phases: [phase] })).steps.verify).toBe(state);
});

test.each(['not-opened', 'not-closed', 'expired', 'not-tried'] as const)(
  'an unfinished job whose test shows %s needs a person, with its own text',
  (why) => {
    const progress = progressOf(facts({ proof: { state: 'unproven', why, handedOver: null } }));
    expect(progress).toMatchObject({ status: 'needs-person', says: { key: `jobs.unproven.${why}` } });
  },
);

test.each([
  ['not-started', false],
  ['requested', false],
  ['accepted', true],
  ['confirmed', true],
  ['failed', false],
  ['removal-requested', true],
  ['removal-accepted', true],
  ['removal-failed', true],
  ['removed', false],
] as const)('does a test access that is %s stand open? %j', (phase, isOpen) => {
  expect(progressOf(facts({ phases: [phase] })).testAccessOpen).toBe(isOpen);
});

test('a job is done when it is finished, nothing is on its way and no access is left', () => {
  expect(progressOf(facts({ finishedAt: now })).status).toBe('done');
  const unchecked = facts({ finishedAt: now, boxUnchecked: true });
  expect(progressOf(unchecked).says.key).not.toBe('jobs.done');
  expect(progressOf(facts({ finishedAt: now })).says.key).toBe('jobs.done');
});

test('a finished job whose test access was never removed needs a person', () => {
  const progress = progressOf(
    facts({
      finishedAt: now,
      phases: ['confirmed'],
      proof: { state: 'to-try', until: null },
      operations: allDone.slice(0, 4),
    }),
  );
  expect(progress).toMatchObject({ status: 'needs-person', says: { key: 'jobs.access-left' } });
});

test('a finished job waits for operations on their way, and names them', () => {
  const awaiting = except('remove', 'awaiting-result');
  const offline: Facts['connection'] = {
    state: 'offline',
    since: now,
    nextTryAt: null,
    problem: makeProblem('operator-unreachable'),
  };
  const finished = { finishedAt: now, phases: ['removal-accepted'], proof: { state: 'to-remove' } } as const;
  expect(progressOf(facts({ ...finished, operations: awaiting }))).toMatchObject({
    status: 'waiting-for-result',
    awaitingSince: now,
    unfinished: 1,
  });
  // A result comes through the relay: being offline to the operator does not hold it up.
  expect(progressOf(facts({ ...finished, operations: awaiting, connection: offline })).status).toBe(
    'waiting-for-result',
  );
  const unsent = except('remove', 'ready');
  expect(progressOf(facts({ ...finished, operations: unsent, connection: offline })).status).toBe(
    'waiting-for-connection',
  );
});

test('a finished job says whether its operations wait for a connection or for sending to go on', () => {
  const problem = makeProblem('queue-taken-over');
  const says = (connection: Facts['connection']) =>
    progressOf(facts({ finishedAt: now, operations: except('remove', 'ready'), connection })).says;
  expect(says({ state: 'offline', since: now, nextTryAt: null, problem })).toEqual({
    key: 'jobs.waiting-for-connection',
    params: { count: 1 },
  });
  expect(says({ state: 'paused', since: now, problem })).toEqual({
    key: 'jobs.waiting-while-paused',
    params: { count: 1 },
  });
});

test('a finished job with held work shows nothing as on its way', () => {
  expect(progressOf(facts({ finishedAt: now, operations: except('remove', 'held') })).status).toBe(
    'needs-person',
  );
});

test('a failed attempt that was replaced by a good one stands against nothing', () => {
  const earlier = { ...row('event', 'failed', 'create-assignment') };
  expect(progressOf(facts({ finishedAt: now, operations: [earlier, ...allDone] })).status).toBe('done');
});
