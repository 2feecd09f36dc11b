import { expect, test } from 'vitest';
import {
  classifyAnswer,
  classifyConflict,
  classifyFinding,
} from '../../../electron/operations/outcomes/classify.ts';
import type { Finding } from '../../../electron/operations/queue/kinds/kind.ts';
import { defaultPolicy, nextResultQuestion } from '../../../electron/operations/queue/parts.ts';
import { makeProblem } from '../../../shared/problem.ts';
import { circumstances, failure, now } from './circumstances.ts';

const notApplied: Finding = { found: 'not-applied' };
const accepted = {
  state: 'awaiting-result',
  maybeSentAt: now - 3_600_000,
  readFrom: now,
  negativeReads: 0,
  isHinted: false,
} as const;
const LAST = defaultPolicy.resultQuestions - 1;

test('an accepted operation without a result is read at growing intervals, then a person decides', () => {
  for (let delays = 0; delays < LAST; delays += 1) {
    expect(classifyFinding(notApplied, accepted, circumstances({ endsBy: 'result' }, delays))).toEqual({
      outcome: 'wait',
      readAt: nextResultQuestion(now, delays + 1, defaultPolicy),
      negativeReads: 0,
    });
  }
  expect(classifyFinding(notApplied, accepted, circumstances({ endsBy: 'result' }, LAST))).toEqual({
    outcome: 'blocked',
    problem: makeProblem('result-missing'),
  });
});

test('"no such thing" to an assumed call counts only after a read; to any other it is an answer', () => {
  const error = failure('not-found', 'answered', { status: 404 });
  expect(classifyAnswer({ ok: false, error }, circumstances({ assumed: true }))).toEqual({
    outcome: 'read-first',
    error,
  });
  expect(classifyAnswer({ ok: false, error }, circumstances()).outcome).toBe('blocked');
  const refused = failure('invalid', 'answered', { status: 400 });
  expect(classifyAnswer({ ok: false, error: refused }, circumstances({ assumed: true })).outcome).toBe(
    'blocked',
  );
});

test('after a refused write that no read can decide, the kind’s own reason is named, else the finding', () => {
  const problem = makeProblem('operator-conflict', {}, 'read');
  const ifRefused = makeProblem('box-without-service', { serial: '001234901' });
  expect(classifyConflict({ found: 'undecidable', problem, ifRefused }, 'Their words.')).toEqual({
    outcome: 'blocked',
    problem: { ...ifRefused, raw: 'Their words.' },
  });
  expect(classifyConflict({ found: 'undecidable', problem }, 'Their words.')).toEqual({
    outcome: 'blocked',
    problem: { ...problem, raw: 'Their words.' },
  });
});
