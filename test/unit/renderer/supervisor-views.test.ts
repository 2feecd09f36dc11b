import { expect, test } from 'vitest';
import { language as languages } from '../../../shared/domain/settings.ts';
import { DAY, MINUTE } from '../../../shared/time.ts';
import {
  textOfFilter,
  textOfJobs,
  textOfView,
  viewOfText,
  wholeBoard,
  builtInView,
  dayAfter,
  lastDayOf,
  rangeOf,
} from '../../../renderer/screens/supervisor/board-view.ts';
import { hashOf, routeOf } from '../../../renderer/navigation/route.ts';
import { dayOfField, fieldOf, readDay, writtenDay } from '../../../renderer/components/day/day-field.ts';
import { orderedBy } from '../../../renderer/screens/supervisor/table/table-rows.ts';
import { visibleRows } from '../../../renderer/lists/use-rows.ts';

const NOON = new Date(2026, 10, 22, 12).getTime();

test('the whole board takes no room in the address', () => {
  expect(hashOf({ screen: 'installations', part: 'table', view: textOfView(wholeBoard) })).toBe(
    '#/installations/table',
  );
});

test('a view survives the round trip through the address, whatever its names hold', () => {
  const filter = { ...wholeBoard.filter, installers: ['Bay 3 / north', 'Zoë & Söhne'], text: '100 %' };
  const view = {
    ...wholeBoard,
    filter,
    sort: { column: 'risk', direction: 'descending' },
    by: 'installer',
    asTable: true,
  } as const;
  const route = { screen: 'installations', part: 'numbers', view: textOfView(view) } as const;
  expect(routeOf(hashOf(route))).toEqual(route);
  expect(viewOfText(route.view)).toEqual(view);
});

test('a damaged address shows the whole board', () => {
  expect(viewOfText('{"filter":{"states":["nonsense"]}}')).toEqual(wholeBoard);
  expect(viewOfText('{"fil')).toEqual(wholeBoard);
  expect(routeOf('#/installations/nowhere')).toEqual({
    screen: 'installations',
    part: 'table',
    view: '',
  });
});

test('a built-in view shows the jobs of its name', () => {
  const narrowed = (name: Parameters<typeof builtInView>[0]) => {
    const { filter, sort, ...others } = builtInView(name);
    const changed = Object.entries(filter).filter(
      ([field, value]) =>
        JSON.stringify(value) !==
        JSON.stringify(Object.entries(wholeBoard.filter).find(([known]) => known === field)?.[1]),
    );
    return { ...others, sort, filter: Object.fromEntries(changed) };
  };
  const { filter: _filter, sort, ...others } = wholeBoard;
  expect(narrowed('to-review')).toEqual({
    ...others,
    filter: {
      states: ['unconfirmed', 'untested', 'unchecked', 'complete'],
      reviews: ['none', 'mended', 'reopened'],
    },
    sort: { column: 'risk', direction: 'descending' },
  });
  const last = { column: 'last', direction: 'descending' };
  expect(narrowed('rework')).toEqual({ ...others, filter: { reviews: ['rework'] }, sort: last });
  expect(narrowed('stuck')).toEqual({ ...others, filter: { states: ['needs-person'] }, sort: last });
  expect(narrowed('today')).toEqual({ ...others, filter: {}, sort, period: 'today' });
});

test('the built-in views differ from one another and from the whole board', () => {
  const views = (['to-review', 'rework', 'stuck', 'today'] as const).map((name) => builtInView(name));
  expect(new Set([...views, wholeBoard].map(textOfView)).size).toBe(5);
});

test('yesterday ends where today begins, and 7 days have today among them', () => {
  const today = rangeOf('today', NOON);
  expect(today).toEqual({ from: NOON - 12 * 60 * MINUTE, until: null });
  expect(rangeOf('today', NOON + 90 * MINUTE)).toEqual(today);
  expect(rangeOf('yesterday', NOON).until).toBe(today.from);
  expect(fieldOf(rangeOf('week', NOON).from)).toBe('2026-11-16');
  expect(fieldOf(rangeOf('this-month', NOON).from)).toBe('2026-11-01');
});

test('a view of the last 7 days is the same view tomorrow, and then begins a day later', () => {
  const view = { ...wholeBoard, period: 'week' } as const;
  expect(viewOfText(textOfView(view))).toEqual(view);
  expect(textOfView(view)).not.toMatch(/\d/);
  expect(fieldOf(rangeOf('week', NOON + DAY).from)).toBe('2026-11-17');
});

test('a view stays the chosen one however its jobs are counted', () => {
  const counted = { ...wholeBoard, by: 'site', asTable: true } as const;
  expect(textOfView(counted)).not.toBe(textOfView(wholeBoard));
  expect(textOfJobs(counted)).toBe(textOfJobs(wholeBoard));
});

test('a range until a day holds that whole day', () => {
  const until = dayAfter(dayOfField('2026-11-22'));
  expect(until).toBeGreaterThan(NOON);
  expect(fieldOf(lastDayOf(until))).toBe('2026-11-22');
  expect(dayOfField('2026-11')).toBeNull();
});

test('a day is typed as each language writes it: day, month, year', () => {
  const day = dayOfField('2026-11-04');
  const typed = ['04.11.2026', '4.11.2026', '04/11/2026', ' 4 / 11 / 2026 ', '2026-11-04'];
  expect(typed.filter((one) => readDay(one) !== day)).toEqual([]);
  for (const language of languages.options) expect(readDay(writtenDay(day, language))).toBe(day);
  expect(writtenDay(day, 'de')).toBe('04.11.2026');
  expect(writtenDay(day, 'en')).toBe('04/11/2026');
});

test('a half-typed or impossible day has no value', () => {
  const typed = ['', '4.11.', '4.11.26', '4.11.202', '31.2.2026', '4.13.2026', 'today'];
  expect(typed.filter((one) => readDay(one) !== null)).toEqual([]);
});

test('the set of shown jobs is the same in every order of the table', () => {
  const byRisk = { ...wholeBoard, sort: { column: 'risk', direction: 'descending' } } as const;
  expect(textOfFilter(byRisk)).toBe(textOfFilter(wholeBoard));
  expect(textOfFilter({ ...wholeBoard, period: 'today' })).not.toBe(textOfFilter(wholeBoard));
});

test('a tap on the column that orders the table turns it round; numbers begin with the largest', () => {
  const byRisk = orderedBy('risk', wholeBoard.sort);
  expect(byRisk.direction).toBe('descending');
  expect(orderedBy('risk', byRisk).direction).toBe('ascending');
  expect(orderedBy('plate', byRisk)).toEqual({ column: 'plate', direction: 'ascending' });
});

test('of fifty thousand rows only those in sight and a few beyond are drawn', () => {
  const { first, last } = visibleRows(1_200_000, 600, { height: 60, count: 50_000 });
  expect(first).toBeLessThanOrEqual(20_000);
  expect(last).toBeGreaterThanOrEqual(20_010);
  expect(last - first).toBeLessThan(40);
  expect(visibleRows(0, 600, { height: 60, count: 0 }).last).toBe(-1);
  expect(visibleRows(600, 600, { height: 60, count: 50_000, beyond: 0 })).toEqual({ first: 10, last: 20 });
});
