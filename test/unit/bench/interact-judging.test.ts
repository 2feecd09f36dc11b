import { describe, expect, it } from 'vitest';
import { answerRows, delayRows, OLD, ORDINARY, taskRows, typingRow } from '../../bench/interact/judging.ts';
import { together } from '../../bench/interact/walk.ts';
import type { Answer } from '../../bench/window/input.ts';

const quick = (count: number): readonly Answer[] =>
  Array.from({ length: count }, (_, index) => ({ ms: 40 + index, longTasks: [] }));

describe('judging the answers of the window', () => {
  it('compares p95 of an action with the limit, and lists p50 and p99', () => {
    expect(answerRows(new Map([['Home opened', quick(40)]]), ORDINARY)).toEqual([
      expect.objectContaining({ value: 78, spread: [60, 79], target: '≤ 100', outcome: 'met' }),
    ]);
  });

  it('lets one slow answer of forty pass, and misses at three', () => {
    const slow = (count: number) => [
      ...quick(40 - count),
      ...Array.from({ length: count }, () => ({ ms: 101, longTasks: [] })),
    ];
    const outcome = (count: number) =>
      answerRows(new Map([['a step on', slow(count)]]), ORDINARY)[0]?.outcome;
    expect([outcome(1), outcome(3)]).toEqual(['met', 'missed']);
  });

  it('asks nothing of an answer while the laptop has other work, and says which', () => {
    const slow = new Map([['Home opened', [{ ms: 4_000, longTasks: [] }]]]);
    expect(answerRows(slow, ORDINARY, 'sync')).toEqual([
      expect.objectContaining({ what: 'Home opened during sync: p95 (p50 to p99)', outcome: 'reported' }),
    ]);
  });

  it('misses for a single task of more than 50 ms, and names the action it was in', () => {
    const answers = new Map([
      ['Home opened', quick(40)],
      ['Queue opened', [...quick(39), { ms: 60, longTasks: [51, 70] }]],
    ]);
    expect(taskRows(answers, ORDINARY)).toEqual([
      expect.objectContaining({
        what: 'Queue opened: longest task, in 1 of 40',
        value: 70,
        outcome: 'missed',
      }),
    ]);
    expect(taskRows(new Map([['Home opened', quick(40)]]), ORDINARY)).toEqual([
      expect.objectContaining({ outcome: 'met' }),
    ]);
  });

  it('compares the main process with 20 ms at p99, and only lists the longest delay and processor time', () => {
    const outcomes = (p99: number) =>
      delayRows('a sync', { p99, longest: 90, computed: 30 }, ORDINARY).map(({ outcome }) => outcome);
    expect([outcomes(20), outcomes(20.1)]).toEqual([
      ['met', 'reported', 'reported'],
      ['missed', 'reported', 'reported'],
    ]);
  });

  it('has limits of its own for an old laptop, where the length of a task is only listed', () => {
    const slow = new Map([['Home opened', [{ ms: 250, longTasks: [180] }]]]);
    expect([...answerRows(slow, OLD), ...taskRows(slow, OLD)]).toEqual([
      expect.objectContaining({ target: '≤ 250', outcome: 'met' }),
      expect.objectContaining({ value: 180, outcome: 'reported' }),
    ]);
    const [p99] = delayRows('a sync', { p99: 30.1, longest: 90, computed: 30 }, OLD);
    expect(p99).toMatchObject({ outcome: 'missed' });
  });

  it.each([
    ['wf0xxx', 100],
    ['wf0xx', (100 * 5) / 6],
    ['f0wxxx', 0],
    ['wf0xxxx', 0],
    ['', 0],
  ])('counts the typed characters that arrived in %j', (came, share) => {
    const row = typingRow([{ sent: 'wf0xxx', came }]);
    expect(row).toMatchObject({ value: share, outcome: share === 100 ? 'met' : 'missed' });
  });

  it('counts the answers of several walks as those of one', () => {
    const all = together([new Map([['Home opened', quick(2)]]), new Map([['Home opened', quick(3)]])]);
    expect(all.get('Home opened')).toHaveLength(5);
  });
});
