import { describe, expect, it } from 'vitest';
import type { Reading } from '../../../electron/operations/queue/kinds/kind.ts';
import { updateAssignmentKind } from '../../../electron/operations/queue/kinds/update-assignment.ts';
import { assignmentId, carId, localAssignmentId, userId } from '../../../shared/ids.ts';
import { readJson } from '../../../shared/parsing.ts';
import { makeProblem } from '../../../shared/problem.ts';
import { DAY, HOUR, toOperatorDateTime } from '../../../shared/time.ts';
import { loaded, scriptedOperator, unbound } from './scripted-operator.ts';

const READ = 'GET /assignments/9';
const start = Date.UTC(2026, 10, 22, 8);
const end = start + DAY;
const local = localAssignmentId.parse('5b0cb4c0-0000-4000-8000-000000000001');

type Payload = Parameters<typeof updateAssignmentKind.store>[0];
const payload = {
  assignment: assignmentId.parse(9),
  local,
  car: carId.parse(1),
  carLabel: 'M 1',
  userId: userId.parse(30),
  userName: 'Jo',
  patch: { end },
};
const change = (patch: Payload['patch'] = payload.patch) =>
  loaded(updateAssignmentKind, { ...payload, patch });

/** The access as the operator has it: open, with its usual seconds. */
const access = (changes: object = {}) => ({
  id: 9,
  carId: 1,
  userId: 30,
  start: toOperatorDateTime(start),
  end: null,
  lifetime: 60,
  renewableAfter: 50,
  ...changes,
});
const open = { start, end: null, lifetime: 60, renewableAfter: 50 };
const about = { car: 'M 1', user: 'Jo' };
const ended = makeProblem('assignment-ended-elsewhere');

describe('the request', () => {
  it.each([
    [{ end: null }, [{ op: 'remove', path: '/end', value: null }]],
    [
      { start, end, lifetime: 60, renewableAfter: 50 },
      [
        { op: 'replace', path: '/start', value: toOperatorDateTime(start) },
        { op: 'replace', path: '/end', value: toOperatorDateTime(end) },
        { op: 'replace', path: '/lifetime', value: '60' },
        { op: 'replace', path: '/renewableAfter', value: '50' },
      ],
    ],
  ])('the changed fields: %o', async (patch, body) => {
    const operator = scriptedOperator();
    await operator.send(change(patch));
    expect(operator.arrived).toMatchObject([{ call: 'PATCH /assignments/9', body }]);
  });

  it.each([{ start }, { end: null }, { start, end, lifetime: 60 }, { lifetime: 60 }])(
    'its effect on the access: %o',
    (patch) => {
      expect(change(patch).assignment(unbound, 'null')).toStrictEqual({
        effect: 'update',
        local,
        assignmentId: 9,
        patch,
      });
    },
  );
});

it('a correction changes the times that it changes', () => {
  expect(change().corrections()).toEqual([{ field: 'end', form: 'open-moment', value: end }]);
  expect(change({ start, lifetime: 60 }).corrections()).toEqual([
    { field: 'start', form: 'moment', value: start },
  ]);
  const corrected = change({ start, end, lifetime: 60 }).corrected({ start: start + HOUR, end: null });
  expect(corrected.ok && readJson(corrected.value.payload)).toEqual({
    ...payload,
    patch: { start: start + HOUR, end: null, lifetime: 60 },
  });
});

describe('before it is sent', () => {
  const prepared = async (
    answer: object | number,
    known: Partial<Reading> = {},
    before: object | null = null,
    patch?: Payload['patch'],
  ) => {
    const preparation = await change(patch).prepare(
      unbound,
      scriptedOperator({ [READ]: answer }).reading(known),
      before === null ? null : JSON.stringify(before),
    );
    return preparation.go === 'send' ? readJson(preparation.context) : preparation;
  };
  const refused = { go: 'refused', problem: ended };

  it('waits for an earlier change of this access', async () => {
    const asked: number[] = [];
    const isChanging = (id: number) => asked.push(id) > 0;
    expect(await prepared(500, { isChanging })).toEqual({
      go: 'wait',
      problem: makeProblem('access-still-changing', { user: 'Jo', car: 'M 1' }),
    });
    expect(asked).toEqual([9]);
  });

  it('the access is kept as it was', async () => {
    expect(await prepared(access())).toEqual({ before: open });
    expect(
      await prepared(
        access({ end: toOperatorDateTime(end), lifetime: undefined, renewableAfter: undefined }),
      ),
    ).toEqual({
      before: { start, end, lifetime: null, renewableAfter: null },
    });
  });

  it.each([
    ['user', access({ userId: 31 })],
    ['car', access({ carId: 2 })],
  ])('is refused where the number has another %s', async (_what, answer) => {
    expect(await prepared(answer)).toEqual(refused);
  });

  it('a missing access is read twice', async () => {
    expect(await prepared(404)).toEqual({ go: 'wait', problem: makeProblem('operator-not-found') });
    expect(await prepared(404, { wasAbsent: () => true })).toEqual(refused);
  });

  it('goes without where the read is not offered, and later where it fails', async () => {
    expect(await prepared(405)).toEqual({ before: null });
    expect(await prepared(500)).toMatchObject({ go: 'later', error: { status: 500 } });
  });

  it('a later sending looks for a colleague’s change first', async () => {
    const before = { before: open };
    const theirs = end + HOUR;
    expect(await prepared(access(), {}, before)).toEqual(before);
    expect(await prepared(access({ end: toOperatorDateTime(theirs) }), {}, before)).toEqual({
      go: 'refused',
      problem: makeProblem('times-changed-meanwhile', { ...about, asked: end, now: theirs }),
    });
    expect(await prepared(404, {}, before)).toEqual({
      go: 'wait',
      problem: makeProblem('operator-not-found'),
    });
    expect(await prepared(404, { wasAbsent: () => true }, before)).toEqual(refused);
    expect(await prepared(500, {}, before)).toMatchObject({ go: 'later' });
    expect(await prepared(500, {}, { before: null })).toEqual({ before: null });
  });
});

describe('reconciliation', () => {
  const found = (
    answer: object | number,
    patch?: Payload['patch'],
    before: object | null = { before: open },
    known: Partial<Reading> = {},
  ) =>
    change(patch).reconcile(
      unbound,
      scriptedOperator({ [READ]: answer }).reading(known),
      JSON.stringify(before),
    );
  const applied = { found: 'applied', bindings: {} };
  const theirs = end + HOUR;
  const at = toOperatorDateTime;

  it.each([
    ['its end', access({ end: at(end) }), { end }, applied],
    ['its start', access(), { start }, applied],
    ['an end that was taken away', access(), { end: null }, applied],
    ['its seconds', access(), { lifetime: 60, renewableAfter: 50 }, applied],
    ['nothing of its end', access(), { end }, { found: 'not-applied' }],
    ['nothing of its start', access(), { start: start + HOUR }, { found: 'not-applied' }],
    ['nothing of its seconds', access(), { lifetime: 61 }, { found: 'not-applied' }],
    ['nothing of its other seconds', access(), { renewableAfter: 51 }, { found: 'not-applied' }],
    [
      'its end without its seconds',
      access({ end: at(end) }),
      { end, lifetime: 61 },
      { found: 'not-applied' },
    ],
    ['its seconds without its end', access(), { end, lifetime: 60 }, { found: 'not-applied' }],
    [
      'a colleague’s start',
      access({ start: at(start + 1000) }),
      { start: start + HOUR },
      {
        found: 'not-applied',
        mayBe: makeProblem('times-changed-meanwhile', { ...about, asked: start + HOUR, now: start + 1000 }),
      },
    ],
    [
      'a colleague’s end, where it was to be open',
      access({ end: at(theirs) }),
      { end: null },
      { found: 'not-applied', mayBe: makeProblem('open-end-changed-meanwhile', about) },
    ],
    [
      'a colleague’s seconds',
      access({ lifetime: 62 }),
      { lifetime: 61 },
      { found: 'not-applied', mayBe: makeProblem('changed-meanwhile', { asked: 61, now: 62 }) },
    ],
    [
      'seconds that the operator does not report',
      access({ lifetime: undefined }),
      { lifetime: 61 },
      { found: 'undecidable', problem: makeProblem('outcome-not-reported') },
    ],
  ])('%s', async (_name, answer, patch, wanted) => {
    expect(await found(answer, patch)).toEqual(wanted);
  });

  it('a colleague’s open end, where it was to end', async () => {
    const before = { before: { ...open, end: theirs } };
    expect(await found(access(), { end }, before)).toEqual({
      found: 'not-applied',
      mayBe: makeProblem('open-end-changed-meanwhile', about),
    });
  });

  it.each([null, { before: null }, { before: { start, end: null } }])(
    'without the seconds before, other seconds do not count as a colleague’s change: %o',
    async (before) => {
      expect(await found(access({ lifetime: 62 }), { lifetime: 61 }, before)).toEqual({
        found: 'not-applied',
      });
    },
  );

  it.each([
    ['another user', access({ userId: 31, end: at(end) })],
    ['another car', access({ carId: 2, end: at(end) })],
  ])('the end of the access in %s', async (_name, answer) => {
    expect(await found(answer)).toEqual({ found: 'contradiction', problem: ended });
  });

  it('an absence where no access is read', async () => {
    expect(await found(404)).toEqual({ found: 'absent', problem: ended });
  });

  it('the end of the access where results report another one with its number, unless it has the new times', async () => {
    const isReplaced = () => true;
    expect(await found(access(), undefined, null, { isReplaced })).toEqual({
      found: 'contradiction',
      problem: ended,
    });
    expect(await found(access({ end: at(end) }), undefined, null, { isReplaced })).toMatchObject({
      found: 'applied',
    });
  });

  it('the end of the access where its number is another one’s now, without asking', async () => {
    const asked: unknown[] = [];
    const isReused = (...what: readonly unknown[]) => asked.push(what) > 0;
    expect(await found(500, undefined, null, { isReused })).toEqual({
      found: 'contradiction',
      problem: ended,
    });
    expect(asked).toEqual([[local, 9]]);
  });

  it('nothing where the read fails', async () => {
    expect(await found(500)).toMatchObject({ found: 'nothing', error: { status: 500 } });
  });
});
