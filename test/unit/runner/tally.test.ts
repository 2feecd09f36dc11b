import { describe, expect, it } from 'vitest';
import { describeVerdict, judge, total } from '../../runner/tally.ts';

const count = (passed: number, failed: number, leftOut = 0) => ({ passed, failed, leftOut, failures: [] });
const exited = (code: number) => ({ kind: 'exited', code }) as const;

describe('the verdict on a runner', () => {
  it('is its own count when report and exit code agree', () => {
    expect(judge('unit', count(5, 0), exited(0), false)).toMatchObject({
      passed: 5,
      failed: 0,
      remark: null,
    });
    expect(judge('unit', count(5, 2), exited(1), false)).toMatchObject({
      passed: 5,
      failed: 2,
      remark: null,
    });
  });

  it('is a failure when it left no report', () => {
    expect(judge('unit', null, exited(0), false)).toMatchObject({ passed: 0, failed: 1 });
  });

  it('is a failure when it ran nothing', () => {
    expect(judge('unit', count(0, 0), exited(0), false)).toMatchObject({ failed: 1, remark: 'ran no test' });
    expect(judge('unit', count(0, 0, 3), exited(0), false)).toMatchObject({ failed: 1 });
  });

  it('is not a failure when a filter asked for tests of another one', () => {
    expect(judge('unit', count(0, 0), exited(0), true)).toMatchObject({ failed: 0 });
    expect(judge('unit', count(0, 0), exited(1), true)).toMatchObject({ failed: 1 });
  });

  it('is a failure when the exit code says so although no test does', () => {
    expect(judge('unit', count(5, 0), exited(1), false)).toMatchObject({ passed: 5, failed: 1 });
  });

  it('is a failure when it was ended, whatever it had reported', () => {
    expect(judge('unit', count(5, 0), { kind: 'killed', signal: 'SIGSEGV' }, false)).toMatchObject({
      failed: 1,
      remark: 'ended by SIGSEGV',
    });
    expect(judge('unit', null, { kind: 'overdue', afterMs: 120_000 }, false)).toMatchObject({
      failed: 1,
      remark: 'stopped after 2 minutes',
    });
  });

  it('names what was left out, without counting it', () => {
    const verdict = judge('unit', count(5, 0, 2), exited(0), false);
    expect(describeVerdict(verdict)).toBe('unit: 5 passed, 0 failed (2 left out)');
  });
});

describe('what a runner says at its end', () => {
  it('names what failed before its numbers', () => {
    const failures = ['queue.test.ts › sends once\n  expected 2 to be 1'];
    const verdict = judge('unit', { ...count(5, 1), failures }, exited(1), false);
    expect(describeVerdict(verdict)).toBe(
      'failed: queue.test.ts › sends once\n  expected 2 to be 1\nunit: 5 passed, 1 failed',
    );
  });
});

describe('the total', () => {
  it('is the sum of all parts', () => {
    const parts = [
      judge('one', count(5, 1), exited(1), false),
      judge('two', count(3, 0), exited(0), false),
      judge('three', null, exited(1), false),
    ];
    expect(total(parts)).toEqual({ passed: 8, failed: 2 });
  });

  it('is a failure when nothing ran', () => {
    expect(total([judge('one', count(0, 0), exited(0), true)])).toEqual({ passed: 0, failed: 1 });
  });
});
