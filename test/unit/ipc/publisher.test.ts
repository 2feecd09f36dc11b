import { describe, expect, it, vi } from 'vitest';
import { createPublisher } from '../../../electron/base/publisher.ts';
import type { Topic } from '../../../shared/ipc/pushed.ts';

function publisherInHand() {
  const send = vi.fn<(topics: readonly Topic[], numbers: readonly number[]) => void>();
  const turns: (() => void)[] = [];
  const publisher = createPublisher(send, (flush) => turns.push(flush));
  const endTurn = () => {
    for (const flush of turns.splice(0)) flush();
  };
  return { send, publisher, endTurn };
}

describe('publishing of changes', () => {
  it('makes one message of all commits of a turn, each topic once', () => {
    const { send, publisher, endTurn } = publisherInHand();
    publisher.publish(new Set(['queue', 'jobs']));
    publisher.publish(new Set(['queue', 'status']));
    expect(send).not.toHaveBeenCalled();
    endTurn();
    expect(send.mock.calls.map(([topics]) => topics)).toEqual([['queue', 'jobs', 'status']]);
  });

  it('sends the next turn separately, and nothing when nothing changed', () => {
    const { send, publisher, endTurn } = publisherInHand();
    publisher.publish(new Set(['queue']));
    endTurn();
    publisher.publish(new Set());
    endTurn();
    publisher.publish(new Set(['queue']));
    endTurn();
    expect(send.mock.calls.map(([topics]) => topics)).toEqual([['queue'], ['queue']]);
  });

  it('names the number of the last publication of each topic', () => {
    const { send, publisher, endTurn } = publisherInHand();
    publisher.publish(new Set(['queue', 'jobs']));
    publisher.publish(new Set(['queue']));
    expect(publisher.published()).toBe(2);
    publisher.publish(new Set());
    publisher.publish(new Set(['status']));
    endTurn();
    expect(send.mock.calls).toEqual([
      [
        ['queue', 'jobs', 'status'],
        [2, 1, 3],
      ],
    ]);
  });
});
