import { expect, test } from 'vitest';
import { countAccesses } from '../../../renderer/flows/steps/leaving/leaving.ts';
import type { AccessFate, Losses } from '../../../shared/domain/job-removal.ts';
import { assignmentId, userId } from '../../../shared/ids.ts';
import { HOUR } from '../../../shared/time.ts';

const readAt = Date.UTC(2026, 10, 21, 8);
const losses: Losses = { source: 'operator', asOf: readAt, readAt, accesses: [] };

function access(id: number, end: number | null, fate: AccessFate['fate']): AccessFate {
  return {
    id: assignmentId.parse(id),
    userId: userId.parse(id),
    userName: null,
    start: readAt - 48 * HOUR,
    end,
    lifetime: null,
    renewableAfter: null,
    key: String(id),
    fate,
    at: null,
    goneBy: null,
    raw: null,
    foundLater: false,
  };
}

const three = (fate: AccessFate['fate']) => [
  access(1, null, fate),
  access(2, readAt + HOUR, fate),
  access(3, readAt - HOUR, fate),
];

test('an access that was over does not end with the Box, neither before the removal nor in its receipt', () => {
  expect(countAccesses({ accesses: three('kept'), losses })).toEqual({
    ending: { total: 2, gone: 0 },
    over: { total: 1, gone: 0 },
  });
  expect(countAccesses({ accesses: three('gone'), losses })).toEqual({
    ending: { total: 2, gone: 2 },
    over: { total: 1, gone: 1 },
  });
});

test('an access that ran out after the list was read counts as one that ended with the Box', () => {
  const soon = access(4, readAt + 1, 'gone');
  expect(countAccesses({ accesses: [soon], losses }).ending).toEqual({ total: 1, gone: 1 });
});

test('accesses that the operator has not removed are not counted as gone', () => {
  const stayed = [access(1, null, 'gone'), access(2, null, 'stayed')];
  expect(countAccesses({ accesses: stayed, losses }).ending).toEqual({ total: 2, gone: 1 });
});
