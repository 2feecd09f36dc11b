import { describe, expect, it } from 'vitest';
import {
  countedRow,
  failureFamily,
  LARGEST_WINDOW,
  MOST_SAVED_VIEWS,
  newestFirst,
  relativePeriod,
  reviewState,
  savedView,
  supervisionColumn,
  supervisionFacets,
  supervisionFilter,
  supervisionRow,
  supervisionSort,
  supervisionState,
} from '../../../shared/domain/supervision.ts';
import { row } from '../supervision-exports/rows.ts';
import { takenBy, changedBy, localId } from './whole.ts';

describe('a job of the table', () => {
  const whole = row(1, {
    openAccess: { until: 1, estimated: true },
    review: { state: 'mended', revision: 2, reviewer: 'Office', at: 3 },
    trouble: 'not-closed',
  });

  it('reaches the window whole, in each of its states', () => {
    expect(changedBy(supervisionRow, whole, row(2))).toEqual([]);
    for (const state of supervisionState.options)
      expect(changedBy(supervisionRow, { ...whole, state })).toEqual([]);
    for (const state of reviewState.options)
      expect(changedBy(supervisionRow, { ...whole, review: { ...whole.review, state } })).toEqual([]);
    for (const trouble of failureFamily.options)
      expect(changedBy(supervisionRow, { ...whole, trouble })).toEqual([]);
  });

  it('has a risk from 0 to 100, and no count below 0', () => {
    expect(changedBy(supervisionRow, { ...whole, risk: 0 }, { ...whole, risk: 100 })).toEqual([]);
    expect(
      takenBy(supervisionRow, { ...whole, risk: -1 }, { ...whole, risk: 101 }, { ...whole, forced: -1 }),
    ).toEqual([]);
    expect(
      takenBy(
        supervisionRow,
        { ...whole, minutes: -1 },
        { ...whole, review: { ...whole.review, revision: -1 } },
      ),
    ).toEqual([]);
  });

  it('is counted by the same facts as on the laptop that fitted it', () => {
    const counted = { fitted: true, takenOut: false, unchecked: false, proof: whole.proof, sentBack: false };
    expect(countedRow(row(1))).toEqual({ kind: 'installation', complete: true, ...counted });
    expect(countedRow(row(1, { takenOut: '001234021' })).takenOut).toBe(true);
    const complete = supervisionState.options.filter((state) => countedRow(row(1, { state })).complete);
    expect(complete).toEqual(['complete']);
    const sentBack = reviewState.options.filter(
      (state) => countedRow(row(1, { review: { ...whole.review, state } })).sentBack,
    );
    expect(sentBack).toEqual(['rework']);
  });
});

describe('the table', () => {
  const nothing = {
    from: null,
    until: null,
    installers: [],
    laptops: [],
    sites: [],
    brands: [],
    keyForms: [],
    groups: [],
    variants: [],
    kinds: [],
    states: [],
    reviews: [],
    car: '',
    text: '',
    forced: null,
    changedAnswers: null,
    openAccess: null,
    green: null,
    logFault: null,
    troubles: [],
    minimumRisk: 0,
  };
  const filter = {
    ...nothing,
    from: 1,
    until: 2,
    installers: ['Kim'],
    kinds: ['swap'],
    states: ['untested'],
    reviews: ['rework'],
    car: 'M BX 1',
    text: 'label',
    forced: true,
    changedAnswers: true,
    openAccess: false,
    green: true,
    logFault: false,
    troubles: ['box'],
    minimumRisk: 100,
  };

  it('is not narrowed by a filter that names nothing', () => {
    expect(supervisionFilter.parse({})).toEqual(nothing);
    expect(changedBy(supervisionFilter, nothing, filter)).toEqual([]);
  });

  it('is filtered within bounds', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `${index}`);
    expect(
      changedBy(supervisionFilter, {
        ...nothing,
        groups: many(200),
        sites: ['x'.repeat(20_000)],
        car: 'x'.repeat(200),
      }),
    ).toEqual([]);
    expect(
      takenBy(
        supervisionFilter,
        { groups: many(201) },
        { sites: ['x'.repeat(20_001)] },
        { car: 'x'.repeat(201) },
        { text: 'x'.repeat(201) },
        { minimumRisk: -1 },
        { minimumRisk: 101 },
        { kinds: ['repair'] },
      ),
    ).toEqual([]);
    expect(LARGEST_WINDOW).toBe(500);
  });

  it('begins with the newest job, and is sorted by each column in both directions', () => {
    expect(newestFirst).toEqual({ column: 'started', direction: 'descending' });
    for (const column of supervisionColumn.options)
      expect(
        changedBy(supervisionSort, { column, direction: 'ascending' }, { column, direction: 'descending' }),
      ).toEqual([]);
    expect(takenBy(supervisionSort, { column: 'colour', direction: 'ascending' })).toEqual([]);
  });

  it('is kept as a view with a name', () => {
    const view = { id: localId(1), name: 'x'.repeat(80), filter, period: 'week', sort: newestFirst };
    expect(changedBy(savedView, view, { ...view, name: 'x', period: null })).toEqual([]);
    for (const period of relativePeriod.options)
      expect(changedBy(savedView, { ...view, period })).toEqual([]);
    expect(
      takenBy(
        savedView,
        { ...view, name: '' },
        { ...view, name: 'x'.repeat(81) },
        { ...view, period: 'year' },
      ),
    ).toEqual([]);
    const { period: _period, ...earlier } = view;
    expect(savedView.parse(earlier).period).toBeNull();
    expect(MOST_SAVED_VIEWS).toBe(50);
  });

  it('offers values with their counts', () => {
    const facet = [{ value: 'Kim', count: 2 }];
    expect(
      changedBy(supervisionFacets, {
        installers: facet,
        laptops: facet,
        sites: facet,
        brands: facet,
        keyForms: facet,
        groups: facet,
        variants: facet,
        kinds: facet,
        states: facet,
        reviews: facet,
        troubles: facet,
        forced: 1,
        changedAnswers: 1,
        openAccess: 2,
        green: 3,
        logFault: 4,
      }),
    ).toEqual([]);
  });
});
