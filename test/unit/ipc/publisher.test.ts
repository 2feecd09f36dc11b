import { describe, expect, it, vi } from 'vitest';
import { createPublisher } from '../../../electron/base/publisher.ts';
import type { Topic } from '../../../shared/ipc/messages.ts';

function publisherInHand() {
  const send = vi.fn<(topics: readonly Topic[], numbers: readonly number[]) => void>();
  const turns: (() => void)[] = [];
  const rests: (() => void)[] = [];
  const lengths: number[] = [];
  const publisher = createPublisher(
    send,
    (flush) => turns.push(flush),
    (end, ms) => {
      rests.push(end);
      lengths.push(ms);
    },
  );
  const endTurn = () => {
    for (const flush of turns.splice(0)) flush();
  };
  const endRest = () => {
    for (const end of rests.splice(0)) end();
  };
  const sent = () => send.mock.calls.map(([topics]) => topics);
  return { send, sent, publisher, endTurn, endRest, lengths };
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

  it('sends a change after a rest at once, and nothing when nothing changed', () => {
    const { sent, publisher, endTurn, endRest } = publisherInHand();
    publisher.publish(new Set(['queue']));
    endTurn();
    publisher.publish(new Set());
    endTurn();
    endRest();
    publisher.publish(new Set(['jobs']));
    endTurn();
    expect(sent()).toEqual([['queue'], ['jobs']]);
  });

  it('makes one message of all changes between a message and the end of its rest', () => {
    const { sent, publisher, endTurn, endRest } = publisherInHand();
    publisher.publish(new Set(['queue']));
    endTurn();
    publisher.publish(new Set(['queue']));
    endTurn();
    publisher.publish(new Set(['jobs']));
    endTurn();
    expect(sent()).toEqual([['queue']]);
    endRest();
    expect(sent()).toEqual([['queue'], ['queue', 'jobs']]);
    publisher.publish(new Set(['status']));
    endTurn();
    endRest();
    expect(sent()).toEqual([['queue'], ['queue', 'jobs'], ['status']]);
  });

  it('rests for less than a person notices', () => {
    const { publisher, endTurn, lengths } = publisherInHand();
    publisher.publish(new Set(['queue']));
    endTurn();
    expect(lengths).toEqual([50]);
  });

  it('goes on after a message that could not be sent', () => {
    const { send, sent, publisher, endTurn, endRest } = publisherInHand();
    send.mockImplementationOnce(() => {
      throw new Error('the window is going');
    });
    publisher.publish(new Set(['queue']));
    expect(endTurn).toThrow('the window is going');
    publisher.publish(new Set(['jobs']));
    endRest();
    expect(sent()).toEqual([['queue'], ['jobs']]);
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
