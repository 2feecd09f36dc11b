import { describe, expect, it } from 'vitest';
import { feedCursor } from '../../../shared/relay/feed.ts';
import { cursorAt, feedStart } from '../../../relay/feed/cursor.ts';

const EPOCH = '00112233445566aa';
const bounds = { floor: 10, head: 20 };
const start = (sequence: number) => feedStart(cursorAt(EPOCH, sequence), EPOCH, bounds);

describe('a feed cursor', () => {
  it('has the form the contract names', () => {
    expect(feedCursor.parse(cursorAt(EPOCH, 17))).toBe('00112233445566aa.17');
  });

  it('is gone on from anywhere between floor and head, both included', () => {
    for (const sequence of [10, 11, 20]) expect(start(sequence)).toEqual({ kind: 'from', sequence });
  });

  it('is reset one before the floor and one after the head', () => {
    expect(start(9)).toEqual({ kind: 'reset', reset: { reset: 'behind-retention', cursor: `${EPOCH}.10` } });
    expect(start(21)).toEqual({ kind: 'reset', reset: { reset: 'ahead-of-head', cursor: `${EPOCH}.20` } });
  });

  it('of another epoch is reset whatever its sequence', () => {
    const other = cursorAt('ffffffffffffffff', 15);
    expect(feedStart(other, EPOCH, bounds)).toMatchObject({ kind: 'reset', reset: { reset: 'other-epoch' } });
  });

  it('that is absent starts at the beginning of what is kept', () => {
    expect(feedStart(undefined, EPOCH, bounds)).toEqual({ kind: 'from', sequence: 10 });
  });
});
