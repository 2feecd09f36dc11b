import { describe, expect, test } from 'vitest';
import { byAccessStatus, accessStatusOf } from '../../../renderer/screens/directory/access/access.ts';
import {
  changeOf,
  periodForm,
  periodFormSchema,
  readPeriod,
  usualPeriod,
  changeOfOffline,
  offlineForm,
  offlineOf,
  readOffline,
  secondsOfHours,
} from '../../../renderer/screens/directory/access/access-form.ts';
import { instantOf, minutesOf, typedMoment } from '../../../renderer/components/day/typed-moment.ts';
import { directoryAssignment } from '../../../shared/domain/directory.ts';
import { DAY, HOUR, type Instant, MINUTE, SECOND } from '../../../shared/time.ts';

const now = new Date(2025, 10, 3, 14, 0).getTime();

const access = (id: number, start: Instant, end: Instant | null) =>
  directoryAssignment.parse({
    id,
    carId: 12,
    carLabel: 'M BX 1077',
    userId: 3,
    userName: 'Bay 3 Tester',
    start,
    end,
    lifetime: null,
    renewableAfter: null,
  });

test('an access runs from its beginning until its end; without an end it runs on', () => {
  expect(accessStatusOf({ start: now, end: now + 1 }, now)).toBe('running');
  expect(accessStatusOf({ start: now + 1, end: null }, now)).toBe('upcoming');
  expect(accessStatusOf({ start: now - DAY, end: now }, now)).toBe('over');
  expect(accessStatusOf({ start: now - DAY, end: null }, now)).toBe('running');
});

test('the access that ends next stands first among the running, the latest first among the past', () => {
  const groups = byAccessStatus(
    [
      access(1, now - DAY, null),
      access(2, now - DAY, now + HOUR),
      access(3, now + 2 * DAY, null),
      access(4, now + DAY, null),
      access(5, now - 3 * DAY, now - 2 * DAY),
      access(6, now - 3 * DAY, now - DAY),
    ],
    now,
  );
  const ids = (standing: keyof typeof groups) => groups[standing].map(({ id }) => Number(id));
  expect(ids('running')).toEqual([2, 1]);
  expect(ids('upcoming')).toEqual([4, 3]);
  expect(ids('over')).toEqual([6, 5]);
});

test.each([
  ['14:05', 845],
  ['14.05', 845],
  ['1405', 845],
  ['9', 540],
  [' 09:30 ', 570],
  ['24:00', null],
  ['12:60', null],
  ['noon', null],
  ['', null],
])('the time "%s" is read as %s minutes of the day', (typed, minutes) => {
  expect(minutesOf(typed)).toBe(minutes);
});

test('an instant is typed and read back to its minute', () => {
  expect(instantOf(typedMoment(now + 37 * SECOND))).toEqual({ ok: true, at: now });
});

test('a day that is not in the calendar is refused, and the field is named', () => {
  expect(instantOf({ date: '2025-02-30', time: '10:00' })).toEqual({ ok: false, date: true, time: false });
  expect(instantOf({ date: '2025-02-28', time: '25:00' })).toEqual({ ok: false, date: false, time: true });
});

test('the usual access begins now and ends a day later', () => {
  expect(readPeriod(usualPeriod(now), now)).toEqual({ ok: true, period: { start: now, end: now + DAY } });
});

test('an end before the beginning and an end that has passed are distinguished', () => {
  const form = { ...usualPeriod(now), ends: 'at' } as const;
  const ending = (end: Instant, starts: 'now' | 'at', start = now) =>
    readPeriod({ ...form, starts, start: typedMoment(start), end: typedMoment(end) }, now);
  expect(ending(now - HOUR, 'now')).toMatchObject({ ok: false, faults: { order: 'end-before-start' } });
  expect(ending(now - HOUR, 'at', now - DAY)).toMatchObject({ ok: false, faults: { order: 'end-past' } });
  // An access that ends as it begins, or at this moment, gives none.
  expect(ending(now + HOUR, 'at', now + HOUR)).toMatchObject({ faults: { order: 'end-before-start' } });
  expect(ending(now, 'at', now - DAY)).toMatchObject({ faults: { order: 'end-past' } });
  expect(ending(now + HOUR, 'at', now - DAY)).toMatchObject({ ok: true });
});

test('a field that cannot be read is named, and nothing is made of the other one', () => {
  const form = { ...usualPeriod(now), ends: 'at', end: { date: '', time: '9:xx' } } as const;
  expect(readPeriod(form, now)).toEqual({
    ok: false,
    faults: {
      start: { date: false, time: false },
      end: { ok: false, date: true, time: true },
      order: null,
    },
  });
});

test('changing an access sends only the changed fields', () => {
  const held = { start: now - DAY + 37 * SECOND, end: now + DAY + 12 * SECOND };
  const initial = periodForm(held, now);
  const read = (form: typeof initial) => {
    const answer = readPeriod(form, now);
    if (!answer.ok) throw new Error('the form cannot be read');
    return changeOf(initial, form, answer.period);
  };
  expect(read(initial)).toEqual({});
  expect(read({ ...initial, ends: 'open' })).toEqual({ end: null });
  const later = typedMoment(now + 2 * DAY);
  expect(read({ ...initial, end: later })).toEqual({ end: now + 2 * DAY });
  const earlier = typedMoment(now - 2 * DAY);
  expect(read({ ...initial, start: earlier })).toEqual({ start: now - 2 * DAY });
  expect(read({ ...initial, starts: 'now' })).toEqual({ start: now });
});

test('an end that was typed before a person chose an open access is not sent', () => {
  const initial = periodForm({ start: now - DAY, end: null }, now);
  const form = { ...initial, end: typedMoment(now + 9 * DAY) };
  const read = readPeriod(form, now);
  expect(read.ok && changeOf(initial, form, read.period)).toEqual({});
});

test('an open-ended access stays so until a person gives it an end', () => {
  const initial = periodForm({ start: now - DAY, end: null }, now);
  expect(initial.ends).toBe('open');
  const form = { ...initial, ends: 'at' } as const;
  const read = readPeriod(form, now);
  expect(read.ok && changeOf(initial, form, read.period)).toEqual({ end: now + DAY });
});

test.each([
  ['', null],
  ['168', 604_800],
  ['0,5', 1800],
  ['0', undefined],
  ['-1', undefined],
  ['a week', undefined],
])('"%s" hours are %s seconds', (typed, seconds) => {
  expect(secondsOfHours(typed)).toBe(seconds);
});

test('the minute is as fine as a form goes', () => {
  expect(instantOf({ date: typedMoment(now).date, time: typedMoment(now + 5 * MINUTE).time })).toEqual({
    ok: true,
    at: now + 5 * MINUTE,
  });
});

describe('how long an access is valid without a connection', () => {
  const initial = offlineOf({ lifetime: 86_400, renewableAfter: 5400 });

  test('is shown in hours, and empty where the operator does not tell', () => {
    expect(initial).toEqual({ lifetime: '24', renewable: '1.5' });
    expect(offlineOf({ lifetime: null, renewableAfter: null })).toEqual({ lifetime: '', renewable: '' });
  });

  test('is sent only where it was changed, and never emptied', () => {
    expect(changeOfOffline(initial, initial)).toEqual({});
    expect(changeOfOffline(initial, { ...initial, renewable: '2' })).toEqual({ renewableAfter: 7200 });
    expect(changeOfOffline(initial, { lifetime: '', renewable: 'x' })).toEqual({});
  });
});

test('an access without a connection is renewed before it runs out', () => {
  const read = (lifetime: string, renewable: string) => readOffline({ lifetime, renewable });
  expect(read('2', '1')).toEqual({ lifetime: 7200, renewableAfter: 3600, renewsLate: false, isFine: true });
  expect(read('2', '2')).toMatchObject({ renewsLate: true, isFine: false });
  expect(read('1', '2')).toMatchObject({ renewsLate: true, isFine: false });
  expect(read('', '2')).toMatchObject({ lifetime: null, renewsLate: false, isFine: true });
  expect(read('2', '')).toMatchObject({ renewableAfter: null, renewsLate: false, isFine: true });
  expect(read('x', '1')).toMatchObject({ lifetime: undefined, renewsLate: false, isFine: false });
  expect(read('2', '0')).toMatchObject({ renewableAfter: undefined, renewsLate: false, isFine: false });
});

test('only changed fields of an access are sent, and a blank around a time is no change', () => {
  const period = { start: now, end: now + DAY };
  const initial = periodForm(period, now);
  const change = (form: Partial<typeof initial>) =>
    Object.keys(changeOf(initial, { ...initial, ...form }, period));
  expect(change({})).toEqual([]);
  expect(change({ start: { ...initial.start, time: ` ${initial.start.time} ` } })).toEqual([]);
  expect(change({ start: { ...initial.start, time: '23:59' } })).toEqual(['start']);
  expect(change({ start: { ...initial.start, date: '2025-11-02' } })).toEqual(['start']);
  expect(change({ starts: 'now' })).toEqual(['start']);
  expect(change({ ends: 'open' })).toEqual(['end']);
  expect(change({ end: { ...initial.end, time: '23:59' } })).toEqual(['end']);
  const open = periodForm({ start: now, end: null }, now);
  // The field of an end that is not asked for says nothing.
  expect(
    changeOf(open, { ...open, end: { date: '2030-01-01', time: '00:00' } }, { start: now, end: null }),
  ).toEqual({});
});

test('a draft of the form is restored unchanged', () => {
  const forms = [usualPeriod(now), periodForm({ start: now, end: null }, now)];
  for (const form of forms) expect(periodFormSchema.parse(form)).toEqual(form);
  expect(periodFormSchema.safeParse({ ...forms[0], starts: 'later' }).success).toBe(false);
  const offline = offlineOf({ lifetime: 7200, renewableAfter: 3600 });
  expect(offlineForm.parse(offline)).toEqual({ lifetime: '2', renewable: '1' });
});
