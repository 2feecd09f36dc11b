import { expect, test } from 'vitest';
import { latestOperation } from '../../../renderer/flows/flow-steps.ts';
import { receipt, subjectsOf } from '../../../renderer/flows/steps/finish/receipt.ts';
import { stepsOfOperation } from '../../../renderer/flows/steps/leaving/leaving.ts';
import { type JobView, removalView, swapView } from '../../../shared/domain/job.ts';
import { installationStep } from '../../../shared/domain/job-steps.ts';
import { operationView } from '../../../shared/domain/operation.ts';
import { type Changes, exampleJob, exampleOperation, exampleVerification } from '../report/example-job.ts';

/** How the receipt knows of each subject. */
const known = (job: JobView) => Object.fromEntries(receipt(job).map(({ subject, how }) => [subject, how]));

/** The example job with one of its operations changed. */
const withOperation = (number: number, changes: Changes) =>
  exampleJob({
    operations: [0, 1, 2, 3, 4, 5, 6].map((index) =>
      exampleOperation(index, index === number ? changes : {}),
    ),
  });

test('each line of a confirmed installation names its source', () => {
  expect(known(exampleJob())).toMatchObject({
    car: 'answer',
    key: 'here',
    checklist: 'here',
    box: 'query',
    group: 'answer',
    access: 'result',
    removed: 'result',
  });
});

for (const [state, how] of [
  ['done', 'answer'],
  ['blocked', 'trouble'],
  ['failed', 'trouble'],
  ['cancelled', 'open'],
  ['waiting', 'pending'],
  ['ready', 'pending'],
  ['sending', 'pending'],
  ['awaiting-result', 'pending'],
  ['unknown', 'pending'],
  ['held', 'pending'],
] as const) {
  test(`an operation that is ${state} is ${how} on the receipt: only a done one counts as confirmed`, () => {
    const subjects = [
      ['car', 0],
      ['box', 1],
      ['group', 2],
      ['access', 3],
      ['removed', 6],
    ] as const;
    subjects.forEach(([subject, number]) => {
      const lines = known(withOperation(number, { state, confirmedBy: null }));
      expect([subject, lines[subject]]).toEqual([subject, how]);
    });
  });
}

test('a step that was left out is shown so, and an undone one as open', () => {
  const { steps } = exampleJob();
  const skipped = { state: 'skipped', says: null };
  const nothing = { key: null, group: null, checklist: { ...exampleJob().checklist, complete: false } };
  expect(known(exampleJob(nothing))).toMatchObject({ key: 'open', checklist: 'open', group: 'open' });
  expect(
    known(exampleJob({ ...nothing, steps: { ...steps, keyfob: skipped, fitting: skipped, group: skipped } })),
  ).toMatchObject({ key: 'skipped', checklist: 'skipped', group: 'skipped' });
});

test('a checklist of which either part was left out counts as left out', () => {
  const { steps } = exampleJob();
  const skipped = { state: 'skipped', says: null };
  for (const changes of [{ before: skipped }, { fitting: skipped }])
    expect(known(exampleJob({ steps: { ...steps, ...changes } }))).toMatchObject({ checklist: 'skipped' });
});

test('without an operation nothing is confirmed: a known car is known, the rest is on its way or open', () => {
  expect(known(exampleJob({ operations: [] }))).toMatchObject({
    car: 'known',
    box: 'pending',
    group: 'pending',
    access: 'pending',
    opened: 'here',
    closed: 'here',
    removed: 'open',
  });
  expect(known(exampleJob({ operations: [], car: null, box: null }))).toMatchObject({
    car: 'open',
    box: 'open',
  });
});

test('an observation at the car is confirmed by the operator’s events alone', () => {
  const seen = (events: object | null, changes: Changes = {}) => {
    const verification = { ...exampleVerification, operatorEvents: events, ...changes };
    const { opened, closed } = known(exampleJob({ verification }));
    return [opened, closed];
  };
  expect(seen(null)).toEqual(['stored', 'stored']);
  expect(seen({ asOf: 1, opened: null, closed: null })).toEqual(['stored', 'stored']);
  expect(seen({ asOf: 1, opened: 5, closed: null })).toEqual(['events', 'stored']);
  expect(seen({ asOf: 1, opened: null, closed: 6 })).toEqual(['stored', 'events']);
  expect(seen(null, { opened: false, closed: null })).toEqual(['trouble', 'open']);
  // Events of another opening say nothing about a test that failed.
  expect(seen({ asOf: 1, opened: 5, closed: 6 }, { opened: false, closed: false })).toEqual([
    'trouble',
    'trouble',
  ]);
});

test('the record of an opening or closing is stored at the operator once its own operation is done', () => {
  const seen = (number: number, changes: Changes) => {
    const { opened, closed } = known(withOperation(number, changes));
    return [opened, closed];
  };
  expect(seen(4, { state: 'sending' })).toEqual(['here', 'stored']);
  expect(seen(5, { state: 'sending' })).toEqual(['stored', 'here']);
  expect(seen(4, { reportedBy: 'Bay 4' })).toEqual(['reported', 'stored']);
  expect(seen(5, { reportedBy: 'Bay 4' })).toEqual(['stored', 'reported']);
});

test('without a test access there is nothing to confirm of it', () => {
  const verification = {
    ...exampleVerification,
    phase: 'not-started',
    opened: null,
    closed: null,
    events: [],
  };
  expect(known(exampleJob({ verification }))).toMatchObject({
    access: 'open',
    opened: 'open',
    closed: 'open',
    removed: 'open',
  });
});

const decided = { state: 'confirmed', says: null };
const open = { state: 'open', says: null };
const access = (fate: string, goneBy: string | null) => ({
  id: 8001,
  userId: 9001,
  userName: 'Night Driver',
  start: 1,
  end: 2,
  lifetime: null,
  renewableAfter: null,
  key: '9001/1/2',
  fate,
  at: null,
  goneBy,
  raw: null,
  foundLater: false,
});
const uninstall = (changes: Changes = {}) => exampleOperation(1, { kind: 'uninstall', ...changes });
const removal = (accesses: readonly unknown[], reason: object | null = { code: 'sold', text: '' }) => ({
  box: null,
  losses: null,
  reason,
  operation: null,
  accesses,
});

function removalJob(accesses: readonly unknown[], changes: Changes = {}): JobView {
  return removalView.parse({
    ...exampleJob(),
    kind: 'removal',
    steps: {
      car: decided,
      'old-box': decided,
      losses: decided,
      'take-out': decided,
      checks: decided,
      finish: decided,
    },
    removal: removal(accesses),
    operations: [uninstall()],
    ...changes,
  });
}

test('a removal’s accesses count by the weakest source of any of them', () => {
  const gone = access('gone', 'result');
  const read = access('gone', 'query');
  const taken = (...accesses: readonly unknown[]) => known(removalJob(accesses))['taken'];
  expect(taken(gone, access('ended-before', null))).toBe('result');
  expect(taken(gone, read)).toBe('query');
  expect(taken(gone, access('leaving', null))).toBe('pending');
  expect(taken(gone, access('unreported', null))).toBe('pending');
  expect(taken(gone, access('leaving', null), access('stayed', null))).toBe('trouble');
  expect(taken()).toBe('query');
});

test('a removal that was not ordered confirms nothing', () => {
  const steps = {
    car: decided,
    'old-box': decided,
    losses: decided,
    'take-out': open,
    checks: open,
    finish: open,
  };
  const job = removalJob([], { steps, operations: [], removal: removal([], null) });
  expect(receipt(job)).toEqual([
    { subject: 'car', how: 'known' },
    { subject: 'oldBox', how: 'open' },
    { subject: 'reason', how: 'open' },
    { subject: 'taken', how: 'open' },
    { subject: 'checklist', how: 'here' },
  ]);
  expect(known(removalJob([]))).toMatchObject({ oldBox: 'query', reason: 'here' });
});

function swapJob(restored: readonly (object | null)[], operations: readonly unknown[]): JobView {
  return swapView.parse({
    ...exampleJob(),
    kind: 'swap',
    steps: {
      car: decided,
      'old-box': decided,
      losses: decided,
      keyfob: decided,
      box: decided,
      exchange: decided,
      checks: decided,
      restore: decided,
      verify: decided,
      finish: decided,
    },
    removal: removal([]),
    restores: restored.map((operation) => ({ ...access('gone', 'result'), offer: 'yes', operation })),
    leastToRestore: 'installer',
    operations,
  });
}

const again = (state: string, confirmedBy: string | null = null) => ({
  id: '019ab000-0000-7000-8000-000000000009',
  state,
  at: 1,
  confirmedBy,
  problem: null,
});

test('recreated accesses count by the weakest source; one in trouble outweighs those on their way', () => {
  const restored = (...of: readonly (object | null)[]) => known(swapJob(of, [uninstall()]))['restored'];
  expect(restored()).toBe('skipped');
  expect(restored(null)).toBe('skipped');
  for (const state of ['not-needed', 'open'] as const) {
    const job = swapJob([], [uninstall()]);
    if (job.kind !== 'swap') throw new Error('a swap');
    expect(known({ ...job, steps: { ...job.steps, restore: { state, says: null } } })['restored']).toBe(
      state,
    );
  }
  expect(restored(again('done', 'result'), null)).toBe('result');
  expect(restored(again('done', 'result'), again('done', 'query'))).toBe('query');
  expect(restored(again('done', 'result'), again('awaiting-result'))).toBe('pending');
  for (const state of ['blocked', 'failed', 'held']) {
    expect(restored(again('ready'), again(state))).toBe('trouble');
  }
});

test('the test access of a swap is not one of the recreated accesses', () => {
  const remade = exampleOperation(3, {
    state: 'failed',
    sentence: { key: 'operations.create-assignment-again', params: {} },
  });
  const tried = exampleOperation(3);
  const lines = known(swapJob([], [uninstall(), remade, tried]));
  expect(lines).toMatchObject({ access: 'result', oldBox: 'query', newBox: 'open' });
});

test('the last operation that was not cancelled counts, else the last cancelled one', () => {
  const operations = [
    exampleOperation(1, { state: 'failed' }),
    exampleOperation(1, { state: 'ready' }),
    exampleOperation(1, { state: 'cancelled' }),
    exampleOperation(2, { state: 'cancelled', updatedAt: 1 }),
    exampleOperation(2, { state: 'cancelled', updatedAt: 2 }),
  ].map((one) => operationView.parse(one));
  expect(latestOperation(operations, 'install')?.state).toBe('ready');
  expect(latestOperation(operations, 'add-car-to-group')?.updatedAt).toBe(2);
  expect(latestOperation(operations, 'install', 'add-car-to-group')?.state).toBe('ready');
  expect(latestOperation(operations, 'uninstall')).toBeNull();
});

test('an operation is shown as dated steps: ordered, sent, accepted, and its end with the operator’s message', () => {
  const attempt = {
    number: 1,
    startedAt: 20,
    finishedAt: 21,
    sent: 'answered',
    status: 204,
    code: null,
    message: null,
  };
  const reported = (changes: Changes) =>
    stepsOfOperation(
      operationView.parse(exampleOperation(6, { createdAt: 10, acceptedAt: null, history: [], ...changes })),
    );
  expect(reported({ state: 'ready' })).toEqual([
    { at: 10, what: 'requested', confirmedBy: null, reportedBy: null, raw: null },
  ]);
  expect(
    reported({ state: 'awaiting-result', history: [attempt], acceptedAt: 21 }).map(({ what, at }) => [
      what,
      at,
    ]),
  ).toEqual([
    ['requested', 10],
    ['sent', 20],
    ['accepted', 21],
  ]);
  const problem = { code: 'assignment-removal-failed', params: {}, raw: 'The car does not answer.' };
  for (const [state, raw] of [
    ['done', null],
    ['failed', 'The car does not answer.'],
    ['cancelled', null],
  ] as const) {
    const end = { state, updatedAt: 30, problem: raw === null ? null : problem };
    expect(reported(end).at(-1)).toEqual({
      at: 30,
      what: state,
      confirmedBy: 'result',
      reportedBy: null,
      raw,
    });
  }
});

test('each line of the receipt is read at the steps that it is about, and none at no step', () => {
  const job = exampleJob();
  const subjects = (step: Parameters<typeof subjectsOf>[1]) =>
    subjectsOf(job, step).map(({ subject }) => subject);
  expect(subjects('box')).toEqual(['box']);
  expect(subjects('before')).toEqual(['checklist']);
  expect(subjects('verify')).toEqual(['access', 'opened', 'closed', 'removed']);
  const read = installationStep.options.flatMap(subjects);
  expect(receipt(job).filter(({ subject }) => !read.includes(subject))).toEqual([]);
});

test('a Box that was never compared is not confirmed on the receipt, also where the operator took it', () => {
  expect(known(exampleJob({ boxUnchecked: true }))).toMatchObject({ box: 'unchecked' });
  const refused = withOperation(1, { state: 'failed', confirmedBy: null });
  expect(known({ ...refused, boxUnchecked: true })).toMatchObject({ box: 'trouble' });
});
