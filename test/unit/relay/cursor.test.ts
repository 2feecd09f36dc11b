import { describe, expect, it } from 'vitest';
import { feedCursor } from '../../../shared/relay/results.ts';
import { cursorAt, pointOf, resetOf } from '../../../relay/feed/reading.ts';
import type { FeedView } from '../../../relay/store/results-store.ts';

const EPOCH = '00112233445566aa';
const LATER = 'ffeeddccbbaa0011';
const at = (sequence: number, epoch = EPOCH) => ({ epoch, sequence });

/** A store with floor 10 and head 20 of which the cursor's epoch gave what `span` says. */
const view = (span: FeedView['span']): FeedView => ({
  floor: at(10),
  head: at(20),
  span,
  results: [],
  more: false,
  readUpTo: at(20),
  lastReceivedAt: null,
  newestReview: null,
  newestPlan: 0,
  newestRemoval: null,
  run: '00000000000000bb',
});

describe('a feed cursor', () => {
  it('has the form of the contract, and a round trip keeps the place', () => {
    expect(feedCursor.parse(cursorAt(at(17)))).toBe('00112233445566aa.17');
    expect(pointOf(cursorAt(at(17)))).toEqual(at(17));
  });

  it('is gone on from anywhere between floor and head, both included', () => {
    for (const sequence of [10, 11, 20])
      expect(resetOf(at(sequence), view({ first: 0, last: 20 }))).toBeNull();
  });

  it('is gone on from at the end of an earlier epoch, when a restart began another', () => {
    expect(resetOf(at(15), view({ first: 0, last: 15 }))).toBeNull();
  });

  it('before the floor continues at the floor', () => {
    expect(resetOf(at(9), view({ first: 0, last: 20 }))).toEqual({
      reset: 'behind-retention',
      cursor: `${EPOCH}.10`,
    });
  });

  it('after the head continues at the head', () => {
    expect(resetOf(at(21), view({ first: 0, last: 20 }))).toEqual({
      reset: 'ahead-of-head',
      cursor: `${EPOCH}.20`,
    });
  });

  it('after the end of its epoch continues there, however far the feed has come since', () => {
    expect(resetOf(at(18), view({ first: 0, last: 15 }))).toEqual({
      reset: 'ahead-of-head',
      cursor: `${EPOCH}.15`,
    });
  });

  it('of an epoch that ended before the floor continues at the floor', () => {
    expect(resetOf(at(8), view({ first: 0, last: 5 }))).toEqual({
      reset: 'ahead-of-head',
      cursor: `${EPOCH}.10`,
    });
  });

  it('of an unknown epoch, or one that had not begun there, continues at the floor', () => {
    const reset = { reset: 'other-epoch', cursor: `${EPOCH}.10` };
    expect(resetOf(at(15, LATER), view(null))).toEqual(reset);
    expect(resetOf(at(15, LATER), view({ first: 16, last: 20 }))).toEqual(reset);
  });
});
