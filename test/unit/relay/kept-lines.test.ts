import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { keptLines, type KeptLine } from '../../../relay/http/monitoring.ts';

const CREATED = '/uat/webhooks/assignmentCreatedResult';
const DELETED = '/uat/webhooks/assignmentDeletedResult';

describe('the log of webhooks that were kept', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
  });

  it('has one line a second for each address, with their number and the longest time', () => {
    const lines: KeptLine[] = [];
    const kept = keptLines((line) => lines.push(line));
    const [created, deleted] = [kept.of(CREATED), kept.of(DELETED)];
    for (const milliseconds of [3.4, 8.6, 1]) created(milliseconds);
    deleted(2);
    expect(lines).toEqual([]);
    vi.advanceTimersByTime(1000);
    const line = { method: 'POST', status: 204 };
    expect(lines).toEqual([
      { ...line, route: CREATED, count: 3, milliseconds: 9 },
      { ...line, route: DELETED, count: 1, milliseconds: 2 },
    ]);
  });

  it('starts again in the next second, and says nothing of a second without any', () => {
    const lines: KeptLine[] = [];
    const created = keptLines((line) => lines.push(line)).of(CREATED);
    created(50);
    vi.advanceTimersByTime(5000);
    created(4);
    vi.advanceTimersByTime(1000);
    expect(lines.map(({ count, milliseconds }) => [count, milliseconds])).toEqual([
      [1, 50],
      [1, 4],
    ]);
  });

  it('leaves nothing unreported when the relay ends', () => {
    const lines: KeptLine[] = [];
    const kept = keptLines((line) => lines.push(line));
    kept.of(CREATED)(1);
    kept.flush();
    vi.advanceTimersByTime(5000);
    expect(lines).toHaveLength(1);
  });
});
