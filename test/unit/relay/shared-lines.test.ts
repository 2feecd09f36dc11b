import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { sharedLines, type SharedLine } from '../../../relay/http/monitoring.ts';

const webhook = { method: 'POST', status: 204 } as const;
const CREATED = { ...webhook, route: '/uat/webhooks/assignmentCreatedResult' };
const PAGE = { method: 'GET', status: 200, route: '/v1/results' } as const;

describe('shared log lines', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
  });

  it('count the answers of a second, one line for each kind, with the longest time', () => {
    const lines: SharedLine[] = [];
    const kept = sharedLines((line) => lines.push(line));
    const [created, read] = [kept.of(CREATED), kept.of(PAGE)];
    for (const milliseconds of [3.4, 8.6, 1]) created(milliseconds);
    read(2);
    expect(lines).toEqual([]);
    vi.advanceTimersByTime(1000);
    expect(lines).toEqual([
      { ...CREATED, count: 3, milliseconds: 9 },
      { ...PAGE, count: 1, milliseconds: 2 },
    ]);
  });

  it('begin again in the next second, and are left out in a second without an answer', () => {
    const lines: SharedLine[] = [];
    const created = sharedLines((line) => lines.push(line)).of(CREATED);
    created(50);
    vi.advanceTimersByTime(5000);
    created(4);
    vi.advanceTimersByTime(1000);
    expect(lines.map(({ count, milliseconds }) => [count, milliseconds])).toEqual([
      [1, 50],
      [1, 4],
    ]);
  });

  it('are written when the relay ends', () => {
    const lines: SharedLine[] = [];
    const kept = sharedLines((line) => lines.push(line));
    kept.of(CREATED)(1);
    kept.flush();
    vi.advanceTimersByTime(5000);
    expect(lines).toHaveLength(1);
  });
});
