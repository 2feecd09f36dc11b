import { expect, test } from 'vitest';
import { listJobs } from '../../../electron/jobs/view.ts';
import { beginRework, sendBack, finishJob } from '../../../electron/jobs/finish.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { chooseCar, chooseGroup } from '../../../electron/jobs/steps/car.ts';
import { answerItem } from '../../../electron/jobs/steps/fitting.ts';
import { DAY } from '../../../shared/time.ts';
import { problemCodeOf } from '../../integration/db/problem-code.ts';
import { type JobBench, known, openJobs } from '../jobs/bench.ts';
import { arrives, finishedJob, reviewFor } from './reviewing-bench.ts';

const home = ({ parts }: JobBench, daysLater = 0) =>
  listJobs({
    ...parts,
    clock: { ...parts.clock, now: () => parts.clock.now() + daysLater * DAY },
    connection: () => ({ state: 'untried' }),
  });

const text = (bench: JobBench, job: Parameters<JobBench['view']>[0]) => {
  const { template } = bench.view(job).checklist;
  const [item] = template.items.filter(({ type }) => type === 'text');
  if (item === undefined) throw new Error('no text');
  return item.id;
};

test('a rework request stands on Home under "needs you", also days after the finish, and is an entry of the log', () => {
  const bench = openJobs();
  const job = finishedJob(bench);
  expect(home(bench, 30)).toEqual([]);
  arrives(bench, reviewFor(job));
  expect(home(bench, 30)).toMatchObject([
    {
      id: job,
      status: 'needs-person',
      says: { key: 'jobs.rework', params: { reviewer: 'Kim', comment: 'The label is blurred.' } },
      review: { state: 'rework-asked', reason: 'photo-unreadable', reviewer: 'Office', revision: 1 },
    },
  ]);
  expect(bench.logged(job).at(-1)).toBe('review-received');
  expect(bench.view(job).history.at(-1)?.says).toMatchObject({
    key: 'history.review-received.rework',
    params: { speaker: 'Kim', comment: 'The label is blurred.' },
  });
});

test('a finished job is opened for rework, keeps its earlier answers in its history, and is sent back', () => {
  const bench = openJobs();
  const job = finishedJob(bench);
  const item = text(bench, job);
  expect(problemCodeOf(() => answerItem(bench.parts, job, item, 'second'))).toBe('job-finished');
  arrives(bench, reviewFor(job));
  beginRework(bench.parts, job);
  expect(bench.view(job)).toMatchObject({ finishedAt: null, review: { state: 'rework-begun' } });
  expect(home(bench)).toMatchObject([{ status: 'in-progress', says: { key: 'jobs.rework' } }]);
  expect(bench.view(job).checklist.toExplain).toContain(item);
  for (const reason of [null, '  ']) {
    expect(problemCodeOf(() => answerItem(bench.parts, job, item, 'second', reason))).toBe('reason-missing');
  }
  answerItem(bench.parts, job, item, 'second', 'Written at the wrong car');
  sendBack(bench.parts, job, '  Taken again in the light  ');
  expect(bench.view(job)).toMatchObject({ status: 'done', review: { state: 'rework-done' } });
  expect(bench.view(job).finishedAt).not.toBe(null);
  expect(bench.logged(job).slice(-4)).toEqual([
    'review-received',
    'rework-begun',
    'checklist-answered',
    'rework-done',
  ]);
  const changed = bench.view(job).history.find(({ says }) => says.key === 'history.checklist-changed-why');
  expect(changed?.says.params).toMatchObject({
    before: 'first',
    answer: 'second',
    reason: 'Written at the wrong car',
  });
  expect(home(bench)).toMatchObject([{ status: 'done', says: { key: 'jobs.rework-done' } }]);
  // It is not on Home for ever while the supervisor takes their time.
  expect(home(bench, 3)).toEqual([]);
  arrives(bench, reviewFor(job, { revision: 2, verdict: 'approved', reason: null, comment: '' }));
  expect(bench.view(job)).toMatchObject({ review: { state: 'approved' }, says: { key: 'jobs.approved' } });
});

test('a saved answer of a job that was sent back is explained once for each request', () => {
  const bench = openJobs();
  const job = finishedJob(bench);
  const item = text(bench, job);
  arrives(bench, reviewFor(job));
  beginRework(bench.parts, job);
  answerItem(bench.parts, job, item, 'second', 'Written at the wrong car');
  expect(bench.view(job).checklist.toExplain).not.toContain(item);
  answerItem(bench.parts, job, item, 'third');
  const other = bench
    .view(job)
    .checklist.template.items.find(({ id, type }) => type === 'text' && id !== item);
  if (other === undefined) throw new Error('one text only');
  answerItem(bench.parts, job, other.id, 'new');
  answerItem(bench.parts, job, other.id, 'newer');
  sendBack(bench.parts, job, '');
  // Sent back once more: the supervisor has read this answer too.
  arrives(bench, reviewFor(job, { revision: 2 }));
  beginRework(bench.parts, job);
  expect(problemCodeOf(() => answerItem(bench.parts, job, item, 'fourth'))).toBe('reason-missing');
});

test('another group is added in a job that was sent back; in any other one the confirmed group stays', () => {
  const bench = openJobs();
  const job = startJob(bench.parts);
  chooseCar(bench.parts, job, known.car);
  chooseGroup(bench.parts, job, { id: known.group });
  const add = () => bench.queued(job).filter((line) => line.startsWith('add-car-to-group'));
  bench.database.write(({ sqlite }) => sqlite.exec("UPDATE operation SET state = 'done'"));
  const other = () => chooseGroup(bench.parts, job, { name: 'The right one' });
  expect(problemCodeOf(other)).toBe('step-not-ready');
  finishJob(bench.parts, job);
  arrives(bench, reviewFor(job));
  beginRework(bench.parts, job);
  other();
  expect(add()).toHaveLength(2);
  expect(bench.view(job)).toMatchObject({ group: { name: 'The right one' } });
});

test('a job that is finished by the usual button answers its request', () => {
  const bench = openJobs();
  const job = finishedJob(bench);
  arrives(bench, reviewFor(job));
  beginRework(bench.parts, job);
  finishJob(bench.parts, job);
  expect(bench.view(job).review?.state).toBe('rework-done');
  expect(bench.logged(job).filter((type) => type === 'job-finished')).toHaveLength(1);
});

test('rework without a step in the app is sent back at once', () => {
  const bench = openJobs();
  const job = finishedJob(bench);
  arrives(bench, reviewFor(job, { reason: 'paperwork' }));
  sendBack(bench.parts, job, '');
  expect(bench.logged(job).slice(-2)).toEqual(['rework-begun', 'rework-done']);
  expect(bench.view(job).review?.state).toBe('rework-done');
});

test('another request while the first is worked on needs the person again, and its answer is its own', () => {
  const bench = openJobs();
  const job = finishedJob(bench);
  arrives(bench, reviewFor(job));
  beginRework(bench.parts, job);
  arrives(bench, reviewFor(job, { revision: 2, comment: 'And the cable' }));
  expect(home(bench)).toMatchObject([
    { status: 'needs-person', says: { params: { comment: 'And the cable' } } },
  ]);
  sendBack(bench.parts, job, '');
  arrives(bench, reviewFor(job, { revision: 3, comment: 'Still the cable' }));
  expect(bench.view(job).review).toMatchObject({ state: 'rework-asked', comment: 'Still the cable' });
});

test('a request that comes while the answer to another one is written is not answered with it', () => {
  const bench = openJobs();
  const job = finishedJob(bench);
  const [first, second] = [reviewFor(job), reviewFor(job, { revision: 2, comment: 'And the cable' })];
  arrives(bench, first);
  beginRework(bench.parts, job);
  arrives(bench, second);
  expect(problemCodeOf(() => sendBack(bench.parts, job, '', first.id))).toBe('changed-since-shown');
  expect(bench.view(job)).toMatchObject({ finishedAt: null, review: { state: 'rework-asked' } });
  sendBack(bench.parts, job, '', second.id);
  expect(bench.view(job).review?.state).toBe('rework-done');
});

test('the usual finish leaves a request open that was not begun', () => {
  const bench = openJobs();
  const job = finishedJob(bench);
  arrives(bench, reviewFor(job));
  beginRework(bench.parts, job);
  arrives(bench, reviewFor(job, { revision: 2, comment: 'And the cable' }));
  finishJob(bench.parts, job);
  expect(bench.logged(job)).not.toContain('rework-done');
  expect(home(bench)).toMatchObject([
    { status: 'needs-person', says: { params: { comment: 'And the cable' } } },
  ]);
});

test('an older review that comes late changes nothing but the log', () => {
  const bench = openJobs();
  const job = finishedJob(bench);
  const old = reviewFor(job, { comment: 'Older' });
  arrives(bench, reviewFor(job, { revision: 2, verdict: 'approved', reason: null, comment: '' }));
  arrives(bench, old);
  arrives(bench, old);
  expect(bench.view(job).review?.state).toBe('approved');
  expect(bench.logged(job).filter((type) => type === 'review-received')).toHaveLength(2);
});

test('nothing is begun or sent back without a request', () => {
  const bench = openJobs();
  const job = finishedJob(bench);
  const tries = () => [
    problemCodeOf(() => beginRework(bench.parts, job)),
    problemCodeOf(() => sendBack(bench.parts, job, '')),
  ];
  expect(tries()).toEqual(['rework-not-asked', 'rework-not-asked']);
  arrives(bench, reviewFor(job));
  sendBack(bench.parts, job, '');
  expect(tries()).toEqual(['rework-not-asked', 'rework-not-asked']);
  arrives(bench, reviewFor(job, { revision: 2, verdict: 'reopened', reason: null }));
  expect(tries()).toEqual(['rework-not-asked', 'rework-not-asked']);
});

test.each(['rework-begun', 'rework-done', 'review-received'] as const)(
  'with an entry %s that cannot be written nothing is done either',
  (type) => {
    const bench = openJobs();
    const job = finishedJob(bench);
    if (type !== 'review-received') arrives(bench, reviewFor(job));
    const before = bench.view(job);
    bench.refuseToLog(type);
    expect(() =>
      type === 'review-received' ? arrives(bench, reviewFor(job)) : sendBack(bench.parts, job, ''),
    ).toThrow('cannot be written');
    expect(bench.view(job)).toEqual(before);
  },
);
