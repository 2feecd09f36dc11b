import { expect, test } from 'vitest';
import {
  operationState,
  type OperationState,
  firstStates,
  mayMove,
} from '../../../shared/domain/operation.ts';

/** The table of docs/queue.md a second time: from each state to these and no other. */
const ways: Readonly<Record<OperationState, string>> = {
  waiting: 'waiting ready unknown held blocked done failed cancelled',
  ready: 'ready sending awaiting-result unknown held blocked done failed cancelled',
  sending: 'ready awaiting-result unknown blocked done',
  'awaiting-result': 'awaiting-result blocked done failed cancelled',
  unknown: 'unknown ready awaiting-result blocked done failed',
  blocked: 'ready waiting unknown awaiting-result done failed cancelled',
  held: 'held ready waiting unknown done failed cancelled',
  done: '',
  failed: '',
  cancelled: '',
};

for (const from of operationState.options) {
  test(`from ${from} an operation goes to ${ways[from] === '' ? 'no other state' : ways[from]}`, () => {
    const reached = operationState.options.filter((to) => mayMove(from, to));
    expect(reached.toSorted()).toEqual(ways[from].split(' ').filter(Boolean).toSorted());
  });
}

test('an operation begins ready, waiting or held', () => {
  expect(firstStates.toSorted()).toEqual(['held', 'ready', 'waiting']);
});
