import { expect, test } from 'vitest';
import {
  type AnswerMeaning,
  classifyAnswer,
  classifyFailedRead,
} from '../../../electron/operations/outcomes/classify.ts';
import {
  problemOf,
  type OperatorErrorCode,
  type Sentness,
} from '../../../electron/operator/operator-error.ts';
import { errorCodes } from './error-codes.ts';
import { problemCode } from '../../../shared/problem.ts';
import { err, ok } from '../../../shared/result.ts';
import { circumstances, failure, now } from './circumstances.ts';

type Meaning = 'keeps its place' | 'later' | 'in doubt' | 'blocked' | 'look first';

/**
 * THE table (architecture.md §4), written down a second time. Per code: what a write means that certainly did not leave,
 * one that may have, and one that was answered. A dash: the combination does not exist.
 */
const table: Readonly<Record<OperatorErrorCode, readonly [Meaning | '-', Meaning | '-', Meaning | '-']>> = {
  unreachable: ['keeps its place', 'in doubt', '-'],
  dns: ['keeps its place', 'in doubt', '-'],
  tls: ['keeps its place', 'in doubt', '-'],
  certificate: ['keeps its place', 'in doubt', '-'],
  untrusted: ['keeps its place', 'in doubt', '-'],
  // A 407 is answered by a proxy that did not pass the request on.
  'proxy-login': ['keeps its place', 'in doubt', 'keeps its place'],
  'proxy-refused': ['keeps its place', 'in doubt', '-'],
  'proxy-unreachable': ['keeps its place', 'in doubt', '-'],
  timeout: ['keeps its place', 'in doubt', '-'],
  reset: ['keeps its place', 'in doubt', '-'],
  aborted: ['later', 'in doubt', '-'],
  'login-refused': ['keeps its place', '-', '-'],
  'token-unavailable': ['keeps its place', '-', '-'],
  unauthorised: ['keeps its place', '-', 'keeps its place'],
  'customer-gone': ['keeps its place', '-', 'keeps its place'],
  invalid: ['blocked', '-', 'blocked'],
  'content-type': ['-', '-', 'blocked'],
  'not-found': ['-', '-', 'blocked'],
  conflict: ['-', '-', 'look first'],
  'too-many': ['-', '-', 'later'],
  unavailable: ['-', '-', 'later'],
  'server-error': ['-', '-', 'in doubt'],
  gateway: ['-', '-', 'in doubt'],
  'unexpected-status': ['-', '-', 'in doubt'],
  unreadable: ['-', 'in doubt', 'in doubt'],
  intercepted: ['-', '-', 'in doubt'],
  redirected: ['-', '-', 'in doubt'],
};
const sentnesses: readonly Sentness[] = ['no', 'maybe', 'answered'];
const cases = errorCodes.flatMap((code) =>
  sentnesses.flatMap((sent, index) => {
    const meaning = table[code][index];
    return meaning === undefined || meaning === '-' ? [] : [{ code, sent, meaning }];
  }),
);

test.each(cases)('$code with sent=$sent: $meaning', ({ code, sent, meaning }) => {
  const error = failure(code, sent, { operatorMessage: 'Their words.' });
  expect(meaningOf(classifyAnswer(err(error), circumstances()))).toBe(meaning);
});

/** The meaning as the table names it, and only when everything that belongs to it is there. */
function meaningOf(outcome: AnswerMeaning): Meaning | 'incomplete' {
  switch (outcome.outcome) {
    case 'later':
      if (outcome.notBefore === null) return 'keeps its place';
      return outcome.notBefore === now + 500 ? 'later' : 'incomplete';
    case 'unknown':
      return outcome.readAt === now ? 'in doubt' : 'incomplete';
    case 'blocked':
      return outcome.problem.raw === 'Their words.' ? 'blocked' : 'incomplete';
    case 'read-first':
      return outcome.error.operatorMessage === 'Their words.' ? 'look first' : 'incomplete';
    default:
      return 'incomplete';
  }
}

test('an accepted answer ends operations that end by their answer, with its bindings', () => {
  expect(classifyAnswer(ok({ id: 7 }), circumstances())).toEqual({
    outcome: 'done',
    confirmedBy: 'answer',
    bindings: { id: 7 },
  });
});

test('204 on an assignment is acceptance, never the end; the operator is asked when no result comes', () => {
  expect(classifyAnswer(ok({}), circumstances({ endsBy: 'result' }))).toEqual({
    outcome: 'accepted',
    askAt: now + 30_000,
  });
});

test('where absence is the goal 404 requires a read; where membership is the goal 409 ends it', () => {
  const done = { outcome: 'done', confirmedBy: 'answer', bindings: {} };
  const error = failure('not-found', 'answered');
  const member = err(failure('conflict', 'answered'));
  expect(classifyAnswer(err(error), circumstances({ isDoneWhenAbsent: true }))).toEqual({
    outcome: 'read-first',
    error,
  });
  expect(classifyAnswer(member, circumstances({ isDoneOnConflict: true }))).toEqual(done);
});

test('Retry-After of a 429 or 503 is obeyed', () => {
  for (const code of ['too-many', 'unavailable'] as const) {
    const error = failure(code, 'answered', { retryAfterMs: 120_000 });
    expect(classifyAnswer(err(error), circumstances())).toMatchObject({ notBefore: now + 120_000 });
  }
});

test.each(errorCodes)('a pre-send read that fails with %s never puts the operation in doubt', (code) => {
  for (const sent of sentnesses) {
    const { outcome } = classifyFailedRead(failure(code, sent), circumstances());
    const lasting = code === 'invalid' || code === 'content-type' || code === 'not-found';
    expect(outcome).toBe(lasting ? 'blocked' : 'later');
  }
});

test('a read that broke off is delayed instead of being repeated at once', () => {
  for (const code of ['reset', 'timeout'] as const) {
    expect(classifyFailedRead(failure(code, 'maybe'), circumstances())).toMatchObject({
      notBefore: now + 500,
    });
    // Nothing left at all: the engine closes the way and opens it for everybody.
    expect(classifyFailedRead(failure(code, 'no'), circumstances())).toMatchObject({ notBefore: null });
  }
});

test.each(errorCodes)(
  '%s is reported as a problem with the operator’s message, or else the technical one',
  (code) => {
    const reported = problemOf(failure(code, 'answered', { operatorMessage: 'Their words.', status: 418 }));
    expect(problemCode.safeParse(reported.code).success).toBe(true);
    expect(reported).toMatchObject({ raw: 'Their words.', params: { status: 418 } });
    expect(problemOf(failure(code, 'no', { detail: 'ECONNREFUSED' })).raw).toBe('ECONNREFUSED');
  },
);
