import { afterEach, describe, expect, it, vi } from 'vitest';
import { customerId } from '../../../shared/ids.ts';
import type { FeedKey } from '../../../relay/store/results-store.ts';
import { waitingPolls, type PollWait, type WaitingPolls } from '../../../relay/feed/reading.ts';

const feed = { environment: 'uat', customerId: customerId.parse(1) } as const;
const otherFeed = { ...feed, customerId: customerId.parse(2) };

const ROOMY = { perToken: 100, inTotal: 100 } as const;
const TOKEN = 1;

function begin(polls: WaitingPolls, key: FeedKey, forMs: number): PollWait {
  const wait = polls.begin(key, TOKEN, forMs);
  if (typeof wait === 'string') throw new Error(wait);
  return wait;
}

afterEach(() => {
  vi.useRealTimers();
});

describe('a waiting poll', () => {
  it('is woken by growth of its own feed only', async () => {
    const polls = waitingPolls(ROOMY);
    const wait = begin(polls, feed, 1_000_000);
    const ended = vi.fn<(end: string) => void>();
    const next = wait.next().then(ended);
    polls.wake([otherFeed, { ...feed, environment: 'prod' }]);
    // A wait that was woken ends within the turn.
    await new Promise((resolve) => setImmediate(resolve));
    expect(ended).not.toHaveBeenCalled();
    polls.wake([feed]);
    await next;
    expect(ended).toHaveBeenCalledWith('read');
    wait.end();
  });

  it('does not miss growth between its begin and its first next', async () => {
    const polls = waitingPolls(ROOMY);
    const wait = begin(polls, feed, 1_000_000);
    polls.wake([feed]);
    expect(await wait.next()).toBe('read');
    wait.end();
  });

  it('can wait again after it was woken', async () => {
    const polls = waitingPolls(ROOMY);
    const wait = begin(polls, feed, 1_000_000);
    polls.wake([feed]);
    await wait.next();
    const again = wait.next();
    polls.wake([feed]);
    expect(await again).toBe('read');
    wait.end();
  });

  it('is over when its time is up', async () => {
    vi.useFakeTimers();
    const wait = begin(waitingPolls(ROOMY), feed, 5000);
    const next = wait.next();
    await vi.advanceTimersByTimeAsync(5000);
    expect(await next).toBe('over');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is answered when the relay stops, also one that begins later', async () => {
    const polls = waitingPolls(ROOMY);
    const next = begin(polls, feed, 1_000_000).next();
    polls.stop();
    expect(await next).toBe('over');
    const late = begin(polls, feed, 1_000_000);
    expect(await late.next()).toBe('over');
    late.end();
  });

  it('leaves nothing behind when it ends', () => {
    vi.useFakeTimers();
    const polls = waitingPolls(ROOMY);
    const waits = [begin(polls, feed, 5000), begin(polls, feed, 5000), begin(polls, otherFeed, 5000)];
    expect(polls.count()).toBe(3);
    for (const wait of waits) wait.end();
    expect(polls.count()).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is woken by a change that concerns all', async () => {
    const polls = waitingPolls(ROOMY);
    const waits = [begin(polls, feed, 1_000_000), begin(polls, otherFeed, 1_000_000)];
    const steps = waits.map((wait) => wait.next());
    polls.wakeAll();
    expect(await Promise.all(steps)).toEqual(['read', 'read']);
    for (const wait of waits) wait.end();
  });

  it('is refused when its token or the relay has no room, until another one ends', () => {
    const polls = waitingPolls({ perToken: 1, inTotal: 2 });
    const first = begin(polls, feed, 1_000_000);
    expect(polls.begin(otherFeed, TOKEN, 1_000_000)).toBe('token-full');
    const second = polls.begin(feed, 2, 1_000_000);
    if (typeof second === 'string') throw new Error(second);
    expect(polls.begin(feed, 3, 1_000_000)).toBe('relay-full');
    first.end();
    first.end();
    begin(polls, otherFeed, 1_000_000).end();
    second.end();
    expect(polls.count()).toBe(0);
  });
});
