import { expect, test } from 'vitest';
import { makeProblem } from '../../../shared/problem.ts';
import {
  classifyAbsence,
  classifyConflict,
  classifyGone,
} from '../../../electron/operations/outcomes/classify.ts';
import type { Finding } from '../../../electron/operations/queue/kinds/kind.ts';
import { failure } from './circumstances.ts';

const said = 'Their words.';
const elsewhere = makeProblem('car-holds-another-box', { car: 'M QX 1', serial: '2' });
const absent = makeProblem('operator-not-found', { status: 404 }, said);
const looks = [
  ['a 409', (finding: Finding) => classifyConflict(finding, said)],
  ['an assumed call that is not there', (finding: Finding) => classifyAbsence(finding, absent)],
] as const;

test.each(looks)('after %s nothing is ever sent again', (_what, classify) => {
  const findings: readonly Finding[] = [
    { found: 'applied', bindings: {} },
    { found: 'not-applied' },
    { found: 'contradiction', problem: elsewhere },
    { found: 'undecidable', problem: elsewhere },
    { found: 'nothing', error: failure('reset', 'maybe') },
  ];
  const outcomes = findings.map((finding) => classify(finding)?.outcome ?? 'look again');
  expect(outcomes).toEqual(['done', 'blocked', 'blocked', 'blocked', 'look again']);
});

test.each(looks)('%s whose goal is reached was "already so"', (_what, classify) => {
  expect(classify({ found: 'applied', bindings: { id: 7 } })).toEqual({
    outcome: 'done',
    confirmedBy: 'query',
    bindings: { id: 7 },
  });
});

test.each(looks)('after %s the findings are reported, with the operator’s message', (_what, classify) => {
  expect(classify({ found: 'contradiction', problem: elsewhere })).toEqual({
    outcome: 'blocked',
    problem: { ...elsewhere, raw: said },
  });
});

test('an absence that one read shows does not replace the operator’s message', () => {
  const finding: Finding = { found: 'absent', problem: elsewhere };
  expect(classifyConflict(finding, said)).toMatchObject({
    problem: { code: 'operator-conflict', raw: said },
  });
  expect(classifyAbsence(finding, absent)).toEqual({ outcome: 'blocked', problem: absent });
});

test('a refusal without a visible reason is shown with the operator’s message alone', () => {
  expect(classifyConflict({ found: 'not-applied' }, said)).toEqual({
    outcome: 'blocked',
    problem: makeProblem('operator-conflict', {}, said),
  });
  expect(classifyAbsence({ found: 'not-applied' }, absent)).toEqual({ outcome: 'blocked', problem: absent });
});

test('where the kind knows the only reason left, that one is named', () => {
  const ifRefused = makeProblem('box-without-service', { serial: '001234901' });
  const ifAbsent = makeProblem('operator-not-offered', { feature: 'groups.delete' });
  const finding: Finding = { found: 'not-applied', ifRefused, ifAbsent };
  expect(classifyConflict(finding, said)).toMatchObject({ problem: { ...ifRefused, raw: said } });
  expect(classifyAbsence(finding, absent)).toMatchObject({ problem: { ...ifAbsent, raw: said } });
});

test('the refusal itself may show a fact that no read can', () => {
  const ifRefused = makeProblem('group-exists-unlisted', { group: 'Bay 3' });
  const finding: Finding = { found: 'undecidable', problem: makeProblem('outcome-not-reported'), ifRefused };
  expect(classifyConflict(finding, said)).toEqual({
    outcome: 'blocked',
    problem: { ...ifRefused, raw: said },
  });
});

test('a refusal of a removal whose object is gone confirms its end', () => {
  expect(classifyConflict({ found: 'gone' }, said)).toEqual({
    outcome: 'done',
    confirmedBy: 'query',
    bindings: {},
  });
});

test('a 404 to a removal counts where the read agrees, or twice where no read is offered; otherwise it is a doubt', () => {
  const findings: readonly Finding[] = [
    { found: 'gone' },
    { found: 'applied', bindings: {} },
    { found: 'not-applied', isUnread: true },
    { found: 'nothing', error: failure('unexpected-status', 'answered', { status: 405 }) },
    { found: 'not-applied' },
    { found: 'nothing', error: failure('reset', 'maybe') },
    { found: 'contradiction', problem: elsewhere },
  ];
  const outcomes = (isRepeated: boolean) =>
    findings.map((finding) => classifyGone(finding, absent, isRepeated)?.outcome ?? 'look again');
  const [agrees, again, stops] = ['done', 'look again', 'blocked'];
  expect(outcomes(false)).toEqual([agrees, agrees, again, agrees, again, again, stops]);
  expect(outcomes(true)).toEqual([agrees, agrees, agrees, agrees, again, again, stops]);
});
