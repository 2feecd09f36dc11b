import { openCarKey } from '../../../shared/ipc/calls/jobs.ts';
import { expect, test } from 'vitest';
import { isAllDone, openWorkOf } from '../../../renderer/screens/shift/open-work.ts';
import { jobSummary, type JobSummary } from '../../../shared/domain/job.ts';
import { accessOf } from '../../window/page/access-of.ts';
import { appStatus, type AppStatus } from '../../../shared/domain/status.ts';

const quiet: AppStatus = appStatus.parse({
  access: accessOf('administrator'),
  profile: null,
  customers: [],
  remembered: null,
  connection: { state: 'untried' },
  proxyLogin: null,
  relay: { state: 'not-configured' },
  upload: { state: 'up-to-date' },
  sync: { state: 'never' },
  startFailure: null,
  damageFound: false,
  queue: { unfinished: 0, needPerson: 0, needPersonByJob: [], onTheirWay: 0, waiting: 0, awaitingResult: 0 },
  clockOffsetMs: null,
  savedAt: null,
  unsaved: null,
  relayNotes: [],
});

const finished: JobSummary = jobSummary.parse({
  id: '00000000-0000-4000-8000-000000000001',
  kind: 'installation',
  status: 'done',
  startedAt: 1,
  finishedAt: 2,
  worker: '',
  takenOverBy: null,
  car: null,
  step: 'finish',
  says: { key: 'jobs.step.car', params: {} },
  problem: null,
  unfinished: 0,
  awaitingSince: null,
  testAccessOpen: false,
  proof: { state: 'not-tested' },
  boxIn: false,
  boxUnchecked: false,
  boxOut: false,
  forcedCount: 0,
  handedOver: false,
  review: null,
});

const withQueue = (queue: Partial<AppStatus['queue']>): AppStatus => ({
  ...quiet,
  queue: { ...quiet.queue, ...queue },
});

test('a day with nothing open is done', () => {
  expect(isAllDone(openWorkOf([finished], [], quiet))).toBe(true);
});

const sentBack: JobSummary = jobSummary.parse({
  ...finished,
  review: {
    id: '00000000-0000-4000-8000-000000000002',
    revision: 1,
    verdict: 'rework',
    signature: 'verified',
    reason: 'wrong-place',
    comment: 'Behind the glovebox, please',
    pin: { at: 'job' },
    reviewer: 'Office',
    worker: 'Kim',
    at: 3,
    state: 'rework-asked',
  },
});

test.each([
  ['a job that was sent back', [sentBack], quiet],
  ['an unfinished job', [{ ...finished, finishedAt: null }], quiet],
  ['an open test access', [{ ...finished, testAccessOpen: true }], quiet],
  ['an operation that needs a person', [], withQueue({ unfinished: 1, needPerson: 1 })],
  ['an operation that has not left', [], withQueue({ unfinished: 1, onTheirWay: 1 })],
  ['a result that is owed', [], withQueue({ unfinished: 1, onTheirWay: 1, awaitingResult: 1 })],
  ['a log that has not gone up', [], { ...quiet, upload: { state: 'waiting', entries: 1, files: 0 } }],
  ['a photo that has not gone up', [], { ...quiet, upload: { state: 'waiting', entries: 0, files: 1 } }],
] as const)('%s is a loose end', (_what, jobs, status) => {
  expect(isAllDone(openWorkOf(jobs, [], status))).toBe(false);
});

test('a key that was not given back is a loose end', () => {
  const key = openCarKey.parse({
    job: finished.id,
    car: null,
    key: { number: 1, which: '', from: 'Board 3', at: 1 },
  });
  const ends = openWorkOf([finished], [key], quiet);
  expect([ends.carKeys, isAllDone(ends)]).toEqual([[key], false]);
});

test('a job that was sent back is named as that until it is begun here or on another laptop', () => {
  expect(openWorkOf([sentBack], [], quiet)).toMatchObject({ sentBack: [sentBack], begun: [] });
  const begun = { ...sentBack, finishedAt: null };
  expect(openWorkOf([begun], [], quiet)).toMatchObject({ sentBack: [], begun: [begun] });
  expect(isAllDone(openWorkOf([{ ...sentBack, handedOver: true }], [], quiet))).toBe(true);
});

test('items that need a person, open test accesses and unsent operations are distinguished', () => {
  // Two of those that need a person are unseen failures: they have ended and hide nothing that is unsent.
  const ends = openWorkOf(
    [],
    [],
    withQueue({ unfinished: 7, needPerson: 3, onTheirWay: 3, awaitingResult: 2, waiting: 3 }),
  );
  expect(ends).toMatchObject({ needPerson: 3, unconfirmed: 2, unsent: 4 });
});
