import { describe, expect, it } from 'vitest';
import { createAssignmentKind } from '../../../electron/operations/queue/kinds/create-assignment.ts';
import type { Reading, TakenOut } from '../../../electron/operations/queue/kinds/kind.ts';
import { assignmentId, carId, localAssignmentId, userId } from '../../../shared/ids.ts';
import { readJson } from '../../../shared/parsing.ts';
import { makeProblem } from '../../../shared/problem.ts';
import { DAY, HOUR, MINUTE, SECOND, toOperatorDateTime } from '../../../shared/time.ts';
import { bound, loaded, madeCar, making, scriptedOperator, unbound } from './scripted-operator.ts';

const LISTED = 'GET /cars/1/assignments';
/** The reading's present. */
const now = Date.UTC(2026, 10, 21, 8);
const [start, end] = [now + DAY, now + DAY + 2 * HOUR];
const local = localAssignmentId.parse('5b0cb4c0-0000-4000-8000-000000000001');
const jo = userId.parse(30);

type Payload = Parameters<typeof createAssignmentKind.store>[0];
const chosen = {
  local,
  car: carId.parse(1),
  carLabel: 'M 1',
  userId: jo,
  userName: 'Jo',
  period: { from: 'fixed', start, end },
} as const;
/** A test access: it begins when it leaves. */
const brief = { ...chosen, period: { from: 'sending', minutes: 30 } } as const;
const access = (changes: Partial<Payload> = {}) => loaded(createAssignmentKind, { ...chosen, ...changes });

const row = (id: number, changes: object = {}) => ({
  id,
  userId: 30,
  start: toOperatorDateTime(start),
  end: toOperatorDateTime(end),
  ...changes,
});
const sent = (context: object = {}) => JSON.stringify({ start, end, ...context });

describe('the request', () => {
  const usual = { lifetime: 7200, renewableAfter: 7200 };
  it.each([
    ['the usual seconds, capped to its length', {}, { start, end }, usual],
    [
      'the usual seconds of a long one',
      {},
      { start, end: start + 30 * DAY },
      { lifetime: 604_800, renewableAfter: 345_600 },
    ],
    [
      'the usual seconds of an open one',
      {},
      { start, end: null },
      { lifetime: 604_800, renewableAfter: 345_600 },
    ],
    ['one second at least', {}, { start, end: start + 10 }, { lifetime: 1, renewableAfter: 1 }],
    ['whole seconds', {}, { start, end: start + 2999 }, { lifetime: 2, renewableAfter: 2 }],
    [
      'chosen seconds',
      { lifetime: 60, renewableAfter: 50 },
      { start, end },
      { lifetime: 60, renewableAfter: 50 },
    ],
    ['chosen usual seconds', { lifetime: null, renewableAfter: null }, { start, end }, usual],
  ])('%s', async (_name, changes, times, wanted) => {
    const operator = scriptedOperator();
    await operator.send(access(changes), times);
    expect(operator.arrived).toMatchObject([
      {
        call: 'PUT /assignments',
        body: {
          carId: 1,
          userId: 30,
          start: toOperatorDateTime(times.start),
          end: times.end === null ? null : toOperatorDateTime(times.end),
          ...wanted,
        },
      },
    ]);
  });

  it('names the car that another operation of ours has made', async () => {
    const operator = scriptedOperator();
    const operation = access({ car: madeCar });
    await operator.send(operation, { start, end });
    expect(operator.arrived).toMatchObject([{ body: { carId: 20 } }]);
    expect(operation.references()).toEqual([making]);
    expect(createAssignmentKind.store({ ...chosen, car: madeCar }).lane).toBe(`new-car:${making}`);
    expect(createAssignmentKind.store(chosen).lane).toBe('car:1');
  });
});

it('a person reads whether it is a test access', () => {
  const params = { car: 'M 1', user: 'Jo' };
  expect(access().describe()).toEqual({ key: 'operations.create-access', params });
  expect(access(brief).describe()).toEqual({ key: 'operations.create-assignment', params });
});

describe('its correction', () => {
  it('changes a chosen start and end, and nothing else', () => {
    expect(access().corrections()).toEqual([
      { field: 'start', form: 'moment', value: start },
      { field: 'end', form: 'open-moment', value: end },
    ]);
    const corrected = access().corrected({ start: start + HOUR, end: null });
    const period = { from: 'fixed', start: start + HOUR, end: null };
    expect(corrected).toMatchObject({ ok: true });
    expect(corrected.ok && readJson(corrected.value.payload)).toEqual({ ...chosen, period });
  });

  it('is not offered for a test access', () => {
    expect(access(brief).corrections()).toEqual([]);
  });
});

it('an order that was never prepared here is recognised by chosen times only', () => {
  expect(readJson(access().unprepared() ?? '')).toEqual({ start, end });
  expect(access(brief).unprepared()).toBeNull();
});

it.each([
  [{}, undefined],
  [{ again: true }, true],
] as const)('gives the local access its car, user and times: %o', (changes, again) => {
  const effect = { effect: 'create', local, carId: 20, userId: 30, start, end };
  expect(access({ car: madeCar, ...changes }).assignment(bound, sent())).toEqual(
    again === undefined ? effect : { ...effect, again, replaces: null },
  );
  expect(access({ car: madeCar, ...changes }).assignment(unbound, sent())).toBeNull();
});

it('candidates are the accesses of the user', async () => {
  const operator = scriptedOperator({ [LISTED]: [row(1), row(2, { userId: 31 }), row(3, { end: null })] });
  const candidate = { label: 'Jo', facts: [], start };
  expect(await access().candidates?.(bound, operator.reading())).toEqual({
    ok: true,
    value: [
      { ...candidate, id: 1, end },
      { ...candidate, id: 3, end: null },
    ],
  });
  operator.answers.set(LISTED, 500);
  expect(await access().candidates?.(bound, operator.reading())).toMatchObject({
    ok: false,
    error: { status: 500 },
  });
});

describe('before it is sent', () => {
  const prepared = async (
    changes: Partial<Payload>,
    answer: number | readonly object[],
    known: Partial<Reading> = {},
    before: string | null = null,
  ) => {
    const preparation = await access(changes).prepare(
      bound,
      scriptedOperator({ [LISTED]: answer }).reading(known),
      before,
    );
    return preparation.go === 'send' ? readJson(preparation.context) : preparation;
  };

  it('the accesses of the user are known not to be ours', async () => {
    expect(await prepared({}, [row(1), row(2, { userId: 31 })])).toEqual({ start, end, knownBefore: [1] });
    expect(await prepared({}, [])).toEqual({ start, end, knownBefore: [] });
  });

  it.each([404, 405, 501])('a missing list (%i) is ignored', async (status) => {
    expect(await prepared({}, status)).toEqual({ start, end });
  });

  it('a missing car is ignored, also where lists are offered', async () => {
    expect(await prepared({}, 404, { notOffered: () => false })).toEqual({ start, end });
    expect(await prepared({}, 405, { notOffered: () => false })).toMatchObject({ go: 'later' });
  });

  it('a list that fails delays it', async () => {
    expect(await prepared({}, 500)).toMatchObject({ go: 'later', error: { status: 500 } });
  });

  it.each([
    ['the same times while they may still be applied', { start, end: now + 1 }, { start, end: now + 1 }],
    ['the same times of an open one', { start, end: null }, { start, end: null }],
    ['its own times once the earlier ones ran out', { start: now - DAY, end: now }, { start, end }],
  ])('a later sending has %s', async (_name, before, wanted) => {
    const kept = { ...before, knownBefore: [8] };
    expect(await prepared({}, 500, {}, JSON.stringify(kept))).toEqual({ ...wanted, knownBefore: [8] });
  });

  it('a later sending of one that could not be listed knows of no access', async () => {
    expect(await prepared({}, 500, {}, JSON.stringify({ start: 0, end: now }))).toEqual({ start, end });
  });

  const at = now + 250;
  it.each([
    ['begins at its second', undefined, now],
    ['begins a second after an earlier try in the same second', now, now + SECOND],
    ['begins after an earlier try of a moment ahead', now + MINUTE - 1, now + MINUTE - 1 + SECOND],
    ['begins at its second, with an earlier try a minute ahead', now + MINUTE, now],
    ['begins at its second, with an earlier try behind', now - 1, now],
  ])('a test access %s', async (_name, after, wanted) => {
    const period = { ...brief.period, ...(after === undefined ? {} : { after }) };
    expect(await prepared({ period }, [], { now: at })).toEqual({
      start: wanted,
      end: wanted + 30 * MINUTE,
      knownBefore: [],
    });
  });

  describe('recreation of a revoked access', () => {
    const old = { userId: jo, start, end, fate: 'gone' } as const;
    const took = (...accesses: TakenOut['accesses']) => ({
      takenOut: () => ({ listed: true, accesses }),
    });
    const wait = (code: 'access-still-leaving') => ({
      go: 'wait',
      problem: makeProblem(code, { user: 'Jo' }),
    });
    const refused = (code: 'access-not-gone' | 'access-ended-before') => ({
      go: 'refused',
      problem: makeProblem(code, { user: 'Jo' }),
    });
    const go = { start, end, knownBefore: [] };
    const again = { again: true } as const;

    it.each([
      ['goes once the old one is gone', [old], go],
      ['goes once all old ones are gone', [{ ...old, start: start - DAY }, old], go],
      ['waits while the old one leaves', [old, { ...old, fate: 'leaving' }], wait('access-still-leaving')],
      [
        'is refused where the old one has stayed',
        [old, { ...old, fate: 'stayed' }],
        refused('access-not-gone'),
      ],
      [
        'waits while one leaves, though another has stayed',
        [
          { ...old, fate: 'stayed' },
          { ...old, fate: 'leaving' },
        ],
        wait('access-still-leaving'),
      ],
      ['is refused where none went', [], refused('access-ended-before')],
      [
        'is refused where one of another user went',
        [{ ...old, userId: null }],
        refused('access-ended-before'),
      ],
      ['is refused where one with another end went', [{ ...old, end: null }], refused('access-ended-before')],
      [
        'is refused where one with a later start went',
        [{ ...old, start: start + 1 }],
        refused('access-ended-before'),
      ],
    ] satisfies readonly (readonly [string, TakenOut['accesses'], object])[])(
      '%s',
      async (_name, accesses, wanted) => {
        expect(await prepared(again, [], took(...accesses))).toEqual(wanted);
      },
    );

    it('is enqueued where the accesses of the Box were not listed', async () => {
      expect(await prepared(again, [], { takenOut: () => ({ listed: false, accesses: [] }) })).toEqual(go);
    });

    it('only such an order waits for old ones', async () => {
      expect(await prepared({}, [], took({ ...old, fate: 'leaving' }))).toEqual(go);
    });

    it('a later try waits too', async () => {
      const ranOut = JSON.stringify({ start: 0, end: now, knownBefore: [] });
      expect(await prepared(again, [], took({ ...old, fate: 'leaving' }), ranOut)).toEqual(
        wait('access-still-leaving'),
      );
    });

    const replaces = assignmentId.parse(5);
    it('without a list of lost accesses, the number of the old one shows that it is still there', async () => {
      expect(await prepared({ ...again, replaces }, [row(4), row(5)])).toEqual(refused('access-not-gone'));
      expect(await prepared({ ...again, replaces }, [row(4)])).toEqual({ ...go, knownBefore: [4] });
      expect(await prepared({ ...again, replaces }, 404)).toEqual({ start, end });
      expect(await prepared({ ...again, replaces }, [row(5)], took(old))).toEqual({
        ...go,
        knownBefore: [5],
      });
    });
  });
});

describe('reconciliation', () => {
  const found = async (
    rows: number | readonly object[],
    {
      known = {},
      context = {},
      changes = {},
    }: {
      readonly known?: Partial<Reading>;
      readonly context?: object;
      readonly changes?: Partial<Payload>;
    } = {},
  ) => access(changes).reconcile(bound, scriptedOperator({ [LISTED]: rows }).reading(known), sent(context));
  const maybe = makeProblem('access-may-be-given', { car: 'M 1', user: 'Jo' });
  const applied = (id: number) => ({ found: 'applied', bindings: { id } });

  it('its times, of its user', async () => {
    expect(
      await found([
        row(1, { userId: 31 }),
        row(2, { start: toOperatorDateTime(start + 1) }),
        row(3, { end: null }),
        row(4),
      ]),
    ).toEqual(applied(4));
  });

  it.each([
    ['none', []],
    ['one of another user', [row(1, { userId: 31 })]],
    [
      'one that ends when ours begins',
      [row(1, { start: toOperatorDateTime(start - HOUR), end: toOperatorDateTime(start) })],
    ],
    ['one that begins when ours ends', [row(1, { start: toOperatorDateTime(end), end: null })]],
  ])('nothing of it in %s', async (_name, rows) => {
    expect(await found(rows)).toEqual({ found: 'not-applied' });
  });

  it.each([
    [
      'that begins before and ends within',
      { start: toOperatorDateTime(start - 1), end: toOperatorDateTime(start + 1) },
    ],
    ['that begins within', { start: toOperatorDateTime(end - 1), end: toOperatorDateTime(end + 1) }],
    ['that is open', { start: toOperatorDateTime(start - 1), end: null }],
  ])('perhaps it in an access %s', async (_name, changes) => {
    expect(await found([row(1, changes)])).toEqual({ found: 'not-applied', mayBe: maybe });
  });

  it('perhaps it in an access after its start, where ours is open', async () => {
    const open = { context: { end: null } };
    expect(
      await found([row(1, { start: toOperatorDateTime(end), end: toOperatorDateTime(end + 1) })], open),
    ).toEqual({
      found: 'not-applied',
      mayBe: maybe,
    });
    expect(await found([row(1, { end: null })], open)).toEqual(applied(1));
  });

  it('does not match accesses from before, nor those of other orders of ours', async () => {
    expect(await found([row(1), row(2)], { context: { knownBefore: [1] } })).toEqual(applied(2));
    expect(await found([row(1)], { context: { knownBefore: [1] } })).toEqual({ found: 'not-applied' });
    expect(await found([row(1)], { known: { isTaken: (id) => id === 1 } })).toEqual({ found: 'not-applied' });
  });

  it('perhaps it in one with the number of an access that went with a Box', async () => {
    const known = { hasLeft: (id: number) => id === 1 };
    expect(await found([row(1)], { known })).toEqual({ found: 'not-applied', mayBe: maybe });
    expect(await found([row(1), row(2)], { known })).toEqual(applied(2));
  });

  it('does not match the access that it replaces, which has stayed', async () => {
    const changes = { again: true, replaces: assignmentId.parse(1) } as const;
    const stayed = makeProblem('access-not-gone', { user: 'Jo' });
    expect(await found([row(1)], { changes })).toEqual({ found: 'not-applied', mayBe: stayed });
    expect(await found([row(1), row(2)], { changes })).toEqual(applied(2));
    expect(await found([row(1)], { changes, known: { hasLeft: () => true } })).toEqual({
      found: 'not-applied',
      mayBe: maybe,
    });
  });

  it('nothing where the list fails', async () => {
    expect(await found(500)).toMatchObject({ found: 'nothing', error: { status: 500 } });
  });
});

it('ends by its result, and two equal orders are two accesses', () => {
  expect(access().traits).toEqual({
    endsBy: 'result',
    isDoneWhenAbsent: false,
    isDoneOnConflict: false,
    negativeReads: 2,
    distinct: true,
  });
});
