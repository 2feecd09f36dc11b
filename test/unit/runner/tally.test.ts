import { describe, expect, it } from 'vitest';
import { type Count, describeVerdict, type Ending, judge, Tally, total } from '../../runner/tally.ts';
import type { TestEvent } from '../../runner/test-events.ts';

const exited = (code: number): Ending => ({ kind: 'exited', code });
const result = (id: string, outcome: 'passed' | 'failed' | 'skipped', message = ''): TestEvent => ({
  event: 'result',
  id,
  name: `some.test.ts › ${id}`,
  outcome,
  milliseconds: 1,
  message,
});
const count = (passed: number, failed: number, leftOut = 0): Count => ({
  passed,
  failed,
  leftOut,
  failures: Array.from({ length: failed }, (_, index) => `failure ${index}`),
  running: [],
  ended: true,
});
const countOf = (...events: readonly TestEvent[]): Count => {
  const tally = new Tally();
  for (const event of events) tally.add(event);
  return tally.count();
};

describe('the tally', () => {
  it('counts results as they come', () => {
    expect(
      countOf(result('a', 'passed'), result('b', 'failed', 'why'), result('c', 'skipped')),
    ).toMatchObject({
      passed: 1,
      failed: 1,
      leftOut: 1,
      failures: ['some.test.ts › b\n  why'],
      ended: false,
    });
  });

  it('says of each event whether a test, or a part of a long one, finished', () => {
    const tally = new Tally();
    expect(tally.add({ event: 'started', id: 'a', name: 'some.test.ts › a' })).toBe(false);
    expect(tally.add({ event: 'error', name: 'outside', message: 'why' })).toBe(false);
    expect(tally.add(result('a', 'failed'))).toBe(true);
    expect(tally.add({ event: 'left', id: 'file' })).toBe(false);
    expect(tally.add({ event: 'progress' })).toBe(true);
  });

  it('does not count a test as under way whose start is announced after its result', () => {
    const late = countOf(result('a', 'passed'), { event: 'started', id: 'a', name: 'some.test.ts › a' });
    expect(late.running).toEqual([]);
  });

  it('names the tests under way, and a file where none of its tests is', () => {
    expect(
      countOf(
        { event: 'started', id: 'f1', name: 'loading.test.ts' },
        { event: 'started', id: 'f2', name: 'some.test.ts' },
        { event: 'started', id: 'a', name: 'some.test.ts › a' },
        { event: 'started', id: 'b', name: 'some.test.ts › b' },
        { event: 'started', id: 'f3', name: 'over.test.ts' },
        { event: 'left', id: 'f3' },
        result('a', 'passed'),
      ).running,
    ).toEqual(['loading.test.ts', 'some.test.ts › b']);
  });
});

describe('the verdict on a runner', () => {
  it('is its own count when events and exit code agree', () => {
    expect(judge('unit', count(5, 0), exited(0))).toMatchObject({ passed: 5, failed: 0, remark: null });
    expect(judge('unit', count(5, 2), exited(1))).toMatchObject({ passed: 5, failed: 2, remark: null });
  });

  it('is a failure when it ended before its end', () => {
    const verdict = judge('unit', { ...count(5, 0), ended: false }, exited(0));
    expect(verdict).toMatchObject({ passed: 5, failed: 1, remark: 'ended with 0 before its end' });
  });

  it('is a failure when it ran nothing', () => {
    expect(judge('unit', count(0, 0), exited(0))).toMatchObject({ failed: 1, remark: 'ran no test' });
    expect(judge('unit', count(0, 0, 3), exited(0))).toMatchObject({ failed: 1 });
  });

  it('is a failure when the exit code says so although no test does', () => {
    expect(judge('unit', count(5, 0), exited(1))).toMatchObject({ passed: 5, failed: 1 });
  });

  it('adds the last words of an aborted process to a failure alone: a test may start one that is to abort', () => {
    const failed = judge('unit', count(5, 1), exited(1), 'FATAL ERROR: why\n  at native code');
    expect(describeVerdict(failed)).toBe(
      'failed: failure 0\na process of the run aborted:\n  FATAL ERROR: why\n  at native code\nunit: 5 passed, 1 failed',
    );
    expect(judge('unit', count(5, 0), exited(0), 'FATAL ERROR: why').lastWords).toBeNull();
  });

  it('is a failure when it was killed, and keeps the passed tests', () => {
    const killed = judge('unit', count(5, 0), { kind: 'killed', signal: 'SIGSEGV' });
    expect(killed).toMatchObject({ passed: 5, failed: 1, remark: 'ended by SIGSEGV' });
  });

  it('names each test that a stall cut off as failed, and keeps the passed ones', () => {
    const verdict = judge(
      'unit',
      { ...count(5, 0), ended: false, running: ['some.test.ts › a', 'some.test.ts › b'] },
      { kind: 'stalled', afterMs: 120_000 },
    );
    expect(verdict).toMatchObject({
      passed: 5,
      failed: 2,
      remark: 'stopped: no test had finished for 2 minutes',
      failures: [
        'some.test.ts › a\n  was running when the run ended',
        'some.test.ts › b\n  was running when the run ended',
      ],
    });
  });

  it('is a failure when it stalled between two tests', () => {
    expect(judge('unit', count(5, 0), { kind: 'stalled', afterMs: 1 })).toMatchObject({
      passed: 5,
      failed: 1,
    });
  });

  it('names skipped tests, without counting them', () => {
    const verdict = judge('unit', count(5, 0, 2), exited(0));
    expect(describeVerdict(verdict)).toBe('unit: 5 passed, 0 failed (2 left out)');
  });
});

describe('the closing lines of a runner', () => {
  it('names failures before the numbers', () => {
    const verdict = judge('unit', count(5, 1), exited(1));
    expect(describeVerdict(verdict)).toBe('failed: failure 0\nunit: 5 passed, 1 failed');
  });

  it('name the files that were kept of a failure', () => {
    const failed: TestEvent = {
      event: 'result',
      id: 'a',
      name: 'e2e › a',
      outcome: 'failed',
      milliseconds: 1,
      message: 'why',
      kept: ['test-results/a/trace.zip'],
    };
    expect(countOf(failed).failures).toEqual(['e2e › a\n  why\n  kept: test-results/a/trace.zip']);
  });
});

describe('the total', () => {
  it('is the sum of all parts', () => {
    const parts = [
      judge('one', count(5, 1), exited(1)),
      judge('two', count(3, 0), exited(0)),
      judge('three', { ...count(0, 0), ended: false }, exited(1)),
    ];
    expect(total(parts)).toEqual({ passed: 8, failed: 2 });
  });

  it('is a failure when nothing ran', () => {
    expect(total([])).toEqual({ passed: 0, failed: 1 });
  });
});
