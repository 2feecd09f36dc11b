import { describe, expect, test } from 'vitest';
import { type CountedJob, figuresOf, isDone } from '../../../shared/domain/supervision-overview.ts';
import { type Proof, unprovenReason, wordOf } from '../../../shared/domain/proof.ts';

/** An installation with nothing left for anybody. */
const done: CountedJob = {
  kind: 'installation',
  complete: true,
  fitted: true,
  takenOut: false,
  unchecked: false,
  proof: { state: 'proven' },
  sentBack: false,
};
const removal: CountedJob = {
  ...done,
  kind: 'removal',
  fitted: false,
  takenOut: true,
  proof: { state: 'not-needed' },
};
const failing = (why: 'not-opened' | 'not-closed'): CountedJob => ({
  ...done,
  complete: false,
  proof: { state: 'unproven', why, handedOver: null },
});

const otherProofs: readonly Proof[] = [
  { state: 'not-needed' },
  { state: 'not-tested' },
  { state: 'under-way' },
  { state: 'to-try', until: 1 },
  { state: 'to-remove' },
  ...unprovenReason.options.map((why): Proof => ({ state: 'unproven', why, handedOver: 'As agreed' })),
];

describe('a job is done', () => {
  test('with its Box in and compared, and its car proven', () => {
    expect(isDone(done)).toBe(true);
    expect(isDone({ ...done, kind: 'swap', takenOut: true })).toBe(true);
  });

  test.each<[string, Partial<CountedJob>]>([
    ['while something asked for is not confirmed', { complete: false }],
    ['once a supervisor has sent it back', { sentBack: true }],
    ['without its Box', { fitted: false }],
    ['with a Box that was not compared', { unchecked: true }],
  ])('not %s', (_name, facts) => {
    expect(isDone({ ...done, ...facts })).toBe(false);
    expect(isDone({ ...done, kind: 'swap', takenOut: true, ...facts })).toBe(false);
  });

  test.each(otherProofs.map((proof) => [wordOf(proof), proof] as const))(
    'not with the proof %s',
    (_word, proof) => {
      expect(isDone({ ...done, proof })).toBe(false);
    },
  );

  test('in a removal with its Box out: there is nothing to prove or to compare', () => {
    expect(isDone(removal)).toBe(true);
    expect(isDone({ ...removal, unchecked: true })).toBe(true);
    expect(isDone({ ...removal, takenOut: false, fitted: true, proof: { state: 'proven' } })).toBe(false);
    expect(isDone({ ...removal, complete: false })).toBe(false);
    expect(isDone({ ...removal, sentBack: true })).toBe(false);
  });
});

describe('the figures of jobs', () => {
  test('count nothing without a job', () => {
    expect(figuresOf([])).toEqual({ fitted: 0, takenOut: 0, done: 0, notWorking: 0 });
  });

  test('count each fact by itself: a swap is a Box in and a Box out', () => {
    const swap = { ...done, kind: 'swap', takenOut: true } as const;
    expect(figuresOf([swap])).toEqual({ fitted: 1, takenOut: 1, done: 1, notWorking: 0 });
    expect(figuresOf([{ ...done, fitted: false }])).toEqual({
      fitted: 0,
      takenOut: 0,
      done: 0,
      notWorking: 0,
    });
  });

  test('add up over jobs', () => {
    const jobs = [done, done, removal, failing('not-opened'), failing('not-closed'), failing('not-opened')];
    expect(figuresOf(jobs)).toEqual({ fitted: 5, takenOut: 1, done: 3, notWorking: 3 });
  });

  test('count a car as not working only where it was seen not to open or close', () => {
    const refused: CountedJob = {
      ...done,
      proof: { state: 'unproven', why: 'refused', handedOver: null },
    };
    expect(figuresOf([refused])).toEqual({ fitted: 1, takenOut: 0, done: 0, notWorking: 0 });
  });
});
