import { afterEach, describe, expect, it, vi } from 'vitest';
import { customerId } from '../../../shared/ids.ts';
import { waitingPolls } from '../../../relay/feed/waiting-polls.ts';

const feed = { environment: 'uat', customerId: customerId.parse(1) } as const;
const otherFeed = { ...feed, customerId: customerId.parse(2) };

afterEach(() => {
  vi.useRealTimers();
});

describe('a waiting poll', () => {
  it('is woken by growth of its own feed only', async () => {
    const polls = waitingPolls();
    const wait = polls.begin(feed, 1_000_000);
    const ended = vi.fn<(end: string) => void>();
    const next = wait.next().then(ended);
    polls.wake([otherFeed, { ...feed, environment: 'prod' }]);
    await Promise.resolve();
    expect(ended).not.toHaveBeenCalled();
    polls.wake([feed]);
    await next;
    expect(ended).toHaveBeenCalledWith('grown');
    wait.end();
  });

  it('does not miss growth between its begin and its first next', async () => {
    const polls = waitingPolls();
    const wait = polls.begin(feed, 1_000_000);
    polls.wake([feed]);
    expect(await wait.next()).toBe('grown');
    wait.end();
  });

  it('can wait again after it was woken', async () => {
    const polls = waitingPolls();
    const wait = polls.begin(feed, 1_000_000);
    polls.wake([feed]);
    await wait.next();
    const again = wait.next();
    polls.wake([feed]);
    expect(await again).toBe('grown');
    wait.end();
  });

  it('is over when its time is up', async () => {
    vi.useFakeTimers();
    const wait = waitingPolls().begin(feed, 5000);
    const next = wait.next();
    await vi.advanceTimersByTimeAsync(5000);
    expect(await next).toBe('over');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is over when the relay stops, also one that begins later', async () => {
    const polls = waitingPolls();
    const next = polls.begin(feed, 1_000_000).next();
    polls.stop();
    expect(await next).toBe('over');
    const late = polls.begin(feed, 1_000_000);
    expect(await late.next()).toBe('over');
    late.end();
  });

  it('leaves nothing behind when it ends', () => {
    vi.useFakeTimers();
    const polls = waitingPolls();
    const waits = [polls.begin(feed, 5000), polls.begin(feed, 5000), polls.begin(otherFeed, 5000)];
    expect(polls.count()).toBe(3);
    for (const wait of waits) wait.end();
    expect(polls.count()).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});
