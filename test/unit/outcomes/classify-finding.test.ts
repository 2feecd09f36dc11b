import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeProblem } from '../../../shared/problem.ts';
import { classifyFailedRead, classifyFinding } from '../../../electron/operations/outcomes/classify.ts';
import { defaultPolicy } from '../../../electron/operations/queue/parts.ts';
import type { Finding } from '../../../electron/operations/queue/kinds/kind.ts';
import { SECOND } from '../../../shared/time.ts';
import { circumstances, failure, now } from './circumstances.ts';

const QUARANTINE = 30_000;
const notApplied: Finding = { found: 'not-applied' };
const doubt = (sentAgoMs: number, negativeReads = 0) =>
  ({
    state: 'unknown',
    maybeSentAt: now - sentAgoMs,
    readFrom: now,
    negativeReads,
    isHinted: false,
  }) as const;
const waitingForResult = {
  state: 'awaiting-result',
  maybeSentAt: now - 3_600_000,
  readFrom: now,
  negativeReads: 0,
  isHinted: false,
} as const;

test('a found effect is adopted at once, at any time and in any state', () => {
  const finding: Finding = { found: 'applied', bindings: { id: 7 } };
  for (const state of [doubt(0), doubt(QUARANTINE * 9), waitingForResult]) {
    expect(classifyFinding(finding, state, circumstances())).toEqual({
      outcome: 'done',
      confirmedBy: 'query',
      bindings: { id: 7 },
    });
  }
});

test('a negative read that began in the quarantine does not count, whenever it ended', () => {
  const late = (ago: number, reads = 0) => ({ ...doubt(ago, reads), readFrom: now - 2 * SECOND });
  const end = now - SECOND;
  const ago = QUARANTINE + SECOND;
  const absent: Finding = { found: 'absent', problem: makeProblem('assignment-ended-elsewhere') };
  for (const finding of [notApplied, { found: 'gone' }, absent] satisfies readonly Finding[]) {
    expect(classifyFinding(finding, late(ago, 1), circumstances())).toMatchObject({
      outcome: 'wait',
      readAt: end,
    });
    expect(classifyFinding(finding, late(ago + SECOND, 1), circumstances()).outcome).not.toBe('wait');
  }
});

test('an operation that ends by a result has twice the quarantine before absence counts', () => {
  const access = circumstances({ endsBy: 'result', negativeReads: 1 });
  expect(classifyFinding(notApplied, doubt(QUARANTINE * 2 - 1), access)).toMatchObject({ outcome: 'wait' });
  expect(classifyFinding(notApplied, doubt(QUARANTINE * 2), access)).toEqual({ outcome: 'resend' });
});

test('finding nothing within the quarantine proves nothing, however often it is found', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: QUARANTINE - 1 }), fc.nat(9), (ago, reads) => {
      expect(classifyFinding(notApplied, doubt(ago, reads), circumstances())).toEqual({
        outcome: 'wait',
        readAt: now - ago + QUARANTINE,
        negativeReads: 0,
      });
    }),
  );
});

test('an object to delete counts as gone after the quarantine and two reads in a row', () => {
  const gone: Finding = { found: 'gone' };
  const removal = circumstances({ isDoneWhenAbsent: true });
  expect(classifyFinding(gone, doubt(QUARANTINE - 1, 5), removal)).toEqual({
    outcome: 'wait',
    readAt: now + 1,
    negativeReads: 0,
  });
  expect(classifyFinding(gone, doubt(QUARANTINE), removal)).toEqual({
    outcome: 'wait',
    readAt: now + 3000,
    negativeReads: 1,
  });
  const done = { outcome: 'done', confirmedBy: 'query', bindings: {} };
  expect(classifyFinding(gone, doubt(QUARANTINE, 1), removal)).toEqual(done);
  expect(classifyFinding(gone, { ...waitingForResult, negativeReads: 1 }, removal)).toEqual(done);
});

test('after the quarantine a create needs two negative reads, anything else one', () => {
  const create = circumstances({ negativeReads: 2 });
  expect(classifyFinding(notApplied, doubt(QUARANTINE), create)).toEqual({
    outcome: 'wait',
    readAt: now + 3000,
    negativeReads: 1,
  });
  expect(classifyFinding(notApplied, doubt(QUARANTINE, 1), create)).toEqual({ outcome: 'resend' });
  expect(classifyFinding(notApplied, doubt(QUARANTINE), circumstances({ negativeReads: 1 }))).toEqual({
    outcome: 'resend',
  });
});

test('an absence never ends an operation that the operator has accepted: its result may still come', () => {
  for (const delays of [0, 3, 50]) {
    const meaning = classifyFinding(notApplied, waitingForResult, circumstances({}, delays));
    expect(meaning).toMatchObject({ outcome: 'wait', negativeReads: 0 });
  }
});

test('a change that a success may be of, and that a read after the quarantine does not show, is for a person where a third value stands', () => {
  const problem = makeProblem('times-changed-meanwhile', { user: 'Kim', car: 'B AL 209', asked: 1, now: 2 });
  const other: Finding = { found: 'not-applied', mayBe: problem };
  const access = circumstances({ endsBy: 'result', negativeReads: 1 });
  const hinted = (ago: number) => ({ ...waitingForResult, maybeSentAt: now - ago, isHinted: true });
  expect(classifyFinding(other, hinted(QUARANTINE * 2 - 1), access)).toEqual({
    outcome: 'wait',
    readAt: now + 1,
    negativeReads: 0,
  });
  expect(classifyFinding(other, hinted(QUARANTINE * 2), access)).toEqual({ outcome: 'blocked', problem });
  expect(classifyFinding(notApplied, hinted(QUARANTINE * 2 - 1), access)).toMatchObject({ readAt: now + 1 });
  // The value before, and a change without a result: its own may still come.
  expect(classifyFinding(notApplied, hinted(QUARANTINE * 9), access).outcome).toBe('wait');
  expect(classifyFinding(other, waitingForResult, access).outcome).toBe('wait');
});

test('an object to be changed counts as absent after two reads in a row and the quarantine', () => {
  const problem = makeProblem('assignment-ended-elsewhere');
  const absent: Finding = { found: 'absent', problem };
  const second = { outcome: 'wait', readAt: now + 3000, negativeReads: 1 };
  for (const state of [doubt(0), doubt(QUARANTINE), waitingForResult]) {
    expect(classifyFinding(absent, state, circumstances())).toEqual(second);
  }
  expect(classifyFinding(absent, doubt(QUARANTINE - 1, 1), circumstances())).toEqual({
    outcome: 'wait',
    readAt: now + 1,
    negativeReads: 2,
  });
  const blocked = { outcome: 'blocked', problem };
  expect(classifyFinding(absent, doubt(QUARANTINE, 1), circumstances())).toEqual(blocked);
  expect(classifyFinding(absent, { ...waitingForResult, negativeReads: 1 }, circumstances())).toEqual(
    blocked,
  );
});

test('a contradiction, and an unreadable state, goes to a person', () => {
  const problem = makeProblem('box-in-another-car', { serial: '1', car: 'B AL 209' });
  for (const found of ['contradiction', 'undecidable'] as const) {
    expect(classifyFinding({ found, problem }, doubt(0), circumstances())).toEqual({
      outcome: 'blocked',
      problem,
    });
  }
});

test('a read that fails is repeated later and counts for nothing', () => {
  const error = failure('server-error', 'answered');
  expect(classifyFinding({ found: 'nothing', error }, doubt(QUARANTINE, 1), circumstances())).toEqual({
    outcome: 'wait',
    readAt: now + 500,
    negativeReads: 1,
  });
});

test('a read that is refused for good goes to a person, unless a result may still come', () => {
  for (const code of ['invalid', 'content-type', 'not-found'] as const) {
    const finding: Finding = { found: 'nothing', error: failure(code, 'answered') };
    expect(classifyFinding(finding, doubt(0), circumstances()).outcome).toBe('blocked');
    expect(classifyFinding(finding, waitingForResult, circumstances()).outcome).toBe('wait');
  }
});

test('a pre-send check that keeps failing goes to a person after a dozen times, and only its own fault counts', () => {
  const most = defaultPolicy.failedReadsInARow;
  const after = (code: 'server-error' | 'gateway', delays: number) =>
    classifyFailedRead(failure(code, 'answered', { operatorMessage: 'down' }), circumstances({}, delays));
  expect(after('server-error', most - 2).outcome).toBe('later');
  expect(after('server-error', most - 1)).toMatchObject({
    outcome: 'blocked',
    problem: {
      code: 'operator-keeps-failing',
      params: { count: most, about: 'M QX 4711, 001234021' },
      raw: 'down',
    },
  });
  expect(after('gateway', most - 1).outcome).toBe('later');
});
