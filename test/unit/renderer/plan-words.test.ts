import { describe, expect, it } from 'vitest';
import {
  factWords,
  isOverdue,
  plannedCarName,
  planLine,
  timeWords,
} from '../../../renderer/components/planned/plan-words.ts';
import type { TextKey, TextParams } from '../../../renderer/i18n/texts.ts';
import { changedFact, plannedJobState, plannedJobView } from '../../../shared/domain/planned-work.ts';
import { userId } from '../../../shared/ids.ts';
import { type PlannedWork, plannedWork } from '../../../shared/relay/jobs.ts';

/** The key of a text with its facts, in place of its words. */
const text = (key: TextKey, params: TextParams = {}): string =>
  [key, ...Object.entries(params).map(([name, value]) => `${name}=${String(value)}`)].join(' ');

const car = { id: 12, licensePlate: 'M BX 1', vin: 'V1', name: 'Van', brand: 'Ford', model: 'Transit' };
const nowhere = { site: '', laptop: '', crew: '', keyPlace: '', note: '' };
const facts = { car, day: '2026-11-24', from: null, until: null, place: 3, ...nowhere };
const serial = { by: 'serial', serial: 'AB-500' };
const variant = { by: 'variant', name: 'Box 2' };
const testUser = { id: userId.parse(30), name: 'Jo' };

const installation = (changes: object = {}): PlannedWork =>
  plannedWork.parse({
    ...facts,
    kind: 'installation',
    group: '',
    key: '',
    checklist: '',
    expected: null,
    testUser: null,
    ...changes,
  });
const removal = (changes: object = {}): PlannedWork =>
  plannedWork.parse({ ...facts, kind: 'removal', leaves: '', ...changes });
const swap = (changes: object = {}): PlannedWork =>
  plannedWork.parse({
    ...facts,
    kind: 'swap',
    leaves: '',
    key: '',
    expected: null,
    testUser: null,
    ...changes,
  });

it('the car of a plan is named by the first of plate, name, VIN and number that is known', () => {
  const named = (changes: object) => plannedCarName(installation({ car: { ...car, ...changes } }));
  expect(named({})).toBe('M BX 1');
  expect(named({ licensePlate: '' })).toBe('Van');
  expect(named({ licensePlate: '', name: '' })).toBe('V1');
  expect(named({ licensePlate: '', name: '', vin: '' })).toBe('12');
});

describe('a planned job is overdue', () => {
  const overdue = (state: string, work: PlannedWork, day: string, time: string): boolean =>
    isOverdue(
      plannedJobView.parse({
        id: '5b0cb4c0-0000-4000-8000-000000000001',
        revision: 1,
        work,
        state,
        withdrawn: null,
        signature: 'missing',
        counts: true,
        planner: 'Kim',
        holder: null,
        alsoBegun: [],
        job: null,
        changed: [],
        before: null,
        onItsWay: false,
        problem: null,
      }),
      day,
      time,
    );

  it('only while it is free or accepted', () => {
    const late = plannedJobState.options.filter((state) =>
      overdue(state, installation(), '2026-11-25', '08:00'),
    );
    expect(late).toEqual(['planned', 'accepted']);
  });

  it.each([
    ['the day before', null, '2026-11-23', '23:59', false],
    ['on its day without an end', null, '2026-11-24', '23:59', false],
    ['on its day before its end', '09:00', '2026-11-24', '08:59', false],
    ['at its end', '09:00', '2026-11-24', '09:00', false],
    ['after its end', '09:00', '2026-11-24', '09:01', true],
    ['the day before, later than its end', '09:00', '2026-11-23', '09:01', false],
    ['the day after, earlier than its end', '09:00', '2026-11-25', '08:00', true],
  ])('by its day, then by its end: %s', (_when, until, day, time, expected) => {
    expect(overdue('planned', installation({ until }), day, time)).toBe(expected);
  });
});

it.each([
  [{ from: '07:30', until: '09:00' }, 'plan.window from=07:30 until=09:00'],
  [{ from: '07:30', until: null }, 'plan.fromTime from=07:30'],
  [{ from: null, until: '09:00' }, 'plan.untilTime until=09:00'],
  [{ from: null, until: null }, ''],
])('the time of a plan: %o', (times, words) => {
  expect(timeWords(installation(times), text)).toBe(words);
});

describe('a fact of a plan as text', () => {
  const full = {
    from: '07:30',
    until: '09:00',
    site: 'North',
    laptop: 'Bay 3',
    crew: 'Night shift',
    keyPlace: 'Locker 4',
    note: 'Blue van',
  };
  const all = (work: PlannedWork) =>
    Object.fromEntries(changedFact.options.map((fact) => [fact, factWords(work, fact, text, 'en')]));
  const shared = {
    car: 'M BX 1 Ford Transit',
    day: '24/11/2026',
    from: '07:30',
    until: '09:00',
    site: 'North',
    laptop: 'Bay 3',
    crew: 'Night shift',
    keyPlace: 'Locker 4',
    note: 'Blue van',
    withdrawn: '',
  };

  it('of an installation: everything but the Box that leaves', () => {
    const own = { group: 'Fleet', key: 'K1', checklist: 'vans', expected: serial, testUser };
    expect(all(installation({ ...full, ...own }))).toEqual({
      ...shared,
      kind: 'plan.kind.installation',
      group: 'Fleet',
      key: 'K1',
      checklist: 'vans',
      expected: 'plan.box serial=AB-500',
      testUser: 'Jo',
      leaves: '',
    });
  });

  it('of a removal: only the Box that leaves', () => {
    expect(all(removal({ ...full, leaves: 'AB-400' }))).toEqual({
      ...shared,
      kind: 'plan.kind.removal',
      group: '',
      key: '',
      checklist: '',
      expected: '',
      testUser: '',
      leaves: 'AB-400',
    });
  });

  it('of a swap: both Boxes, and neither group nor checklist', () => {
    const own = { leaves: 'AB-400', key: 'K1', expected: variant, testUser };
    expect(all(swap({ ...full, ...own }))).toEqual({
      ...shared,
      kind: 'plan.kind.swap',
      group: '',
      key: 'K1',
      checklist: '',
      expected: 'plan.variant name=Box 2',
      testUser: 'Jo',
      leaves: 'AB-400',
    });
  });

  it('is empty where the office says nothing', () => {
    const unsaid = ['from', 'until', 'site', 'laptop', 'crew', 'keyPlace', 'note', 'expected', 'testUser'];
    for (const fact of changedFact.options.filter((name) => unsaid.includes(name)))
      expect([fact, factWords(swap(), fact, text, 'en')]).toEqual([fact, '']);
    const unnamed = { car: { ...car, brand: '', model: '' } };
    expect(factWords(swap(unnamed), 'car', text, 'en')).toBe('M BX 1');
  });
});

describe('the line of a plan', () => {
  const placed = { from: '07:30', site: 'North', laptop: 'Bay 3' };

  it('of an installation names time, site, laptop, Box, key and group', () => {
    expect(
      planLine(installation({ ...placed, expected: serial, key: 'K1', group: 'Fleet' }), text).split(' · '),
    ).toEqual([
      'plan.fromTime from=07:30',
      'North',
      'plan.crew crew=Bay 3',
      'plan.box serial=AB-500',
      'series.takenKey key=K1',
      'series.takenGroup group=Fleet',
    ]);
  });

  it('of a removal names the Box that leaves', () => {
    expect(planLine(removal({ leaves: 'AB-400' }), text)).toBe('plan.leaves serial=AB-400');
  });

  it('of a swap names the Box that leaves before the one that comes', () => {
    expect(planLine(swap({ leaves: 'AB-400', expected: variant, key: 'K1' }), text).split(' · ')).toEqual([
      'plan.leaves serial=AB-400',
      'plan.variant name=Box 2',
      'series.takenKey key=K1',
    ]);
  });

  it('names the crew rather than its laptop, and is empty without an answer', () => {
    expect(planLine(removal({ ...nowhere, laptop: 'Bay 3', crew: 'Night shift' }), text)).toBe(
      'plan.crew crew=Night shift',
    );
    expect([installation(), removal(), swap()].map((work) => planLine(work, text))).toEqual(['', '', '']);
  });
});
