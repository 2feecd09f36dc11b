import { describe, expect, test } from 'vitest';
import { shownBy, type TestWindow } from '../../../electron/jobs/background-reads.ts';
import { userId } from '../../../shared/ids.ts';
import { carEvent, type CarEvent } from '../../../shared/operator/resources.ts';
import { MINUTE, toOperatorDateTime } from '../../../shared/time.ts';

const from = Date.UTC(2026, 10, 21, 8);
const window: TestWindow = {
  from,
  until: from + 15 * MINUTE,
  userId: userId.parse(9001),
  own: { userAgent: 'Boxwright/test', ids: new Set([70]) },
};

/** An opening by the test user's phone, five minutes into the test. */
const event = (changes: Readonly<Record<string, unknown>> = {}): CarEvent =>
  carEvent.parse({
    id: 71,
    type: 'CarOpened',
    carId: 20_001,
    userId: 9001,
    utcDateTime: toOperatorDateTime(from + 5 * MINUTE),
    userAgent: 'Phone/1',
    ...changes,
  });

describe("the operator's own events of a car", () => {
  test('show the first opening and closing inside the test window', () => {
    const later = event({ id: 72, utcDateTime: toOperatorDateTime(from + 6 * MINUTE) });
    const closed = event({ id: 73, type: 'CarClosed', utcDateTime: toOperatorDateTime(from + 7 * MINUTE) });
    expect(shownBy([closed, later, event()], window)).toEqual({
      opened: from + 5 * MINUTE,
      closed: from + 7 * MINUTE,
    });
  });

  test('count where they name no user', () => {
    expect(shownBy([event({ userId: null })], window).opened).toBe(from + 5 * MINUTE);
  });

  test.each([
    ['our own record, by its number', { id: 70 }],
    ['our own record, by its user agent', { userAgent: 'Boxwright/test' }],
    ['one of another user', { userId: 9002 }],
    ['one before the test', { utcDateTime: toOperatorDateTime(from - MINUTE) }],
    ['one after the test', { utcDateTime: toOperatorDateTime(from + 16 * MINUTE) }],
    ['one without a time', { utcDateTime: null }],
    ['one of another type', { type: 'CarStarted' }],
  ])('do not show the opening by %s', (_name, changes) => {
    expect(shownBy([event(changes)], window)).toEqual({ opened: null, closed: null });
  });
});
