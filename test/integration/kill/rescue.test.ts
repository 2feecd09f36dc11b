import { describe, expect, it, test } from 'vitest';
import { jobId } from '../../../shared/ids.ts';
import { SECOND } from '../../../shared/time.ts';
import type { QueueBooks } from '../../kill/check/queue-books.ts';
import { type DeadJob, notContinued, notGivenUp, notInstalledOnce } from '../../kill/rescue/books.ts';
import { runRescueRound } from '../../kill/rescue/round.ts';
import { newJournal } from '../../operator/journal.ts';
import { emptyState } from '../../operator/state.ts';
import { newViolations } from '../../operator/violations.ts';
import { longFrom } from '../../runner/long.ts';

const rounds = [2, 10].map((kills, index) => [kills, longFrom(1, index)] as const);

test.for(rounds)(
  'jobs of laptops that are killed %i times are continued elsewhere, and no write is lost or sent twice%s',
  async ([kills], { signal }) => {
    const report = await runRescueRound({ seed: 3, kills, signal });
    expect(report.violations).toEqual([]);
    expect(report.continued).toBeGreaterThan(0);
  },
);

const job = jobId.parse('019ab000-0000-7000-8000-000000000001');
const dead = { plate: 'M RS 1', box: '001234021', group: 'Arrivals 1', job } as const;
const continuedAndBack: DeadJob = { ...dead, isContinued: true, returnedAt: 10 * SECOND };

function queue(content: Partial<QueueBooks> = {}): QueueBooks {
  return {
    integrity: 'ok',
    jobs: [],
    operations: [],
    attempts: [],
    log: [],
    results: [],
    cursor: null,
    ...content,
  };
}

describe('the check of the killed laptop', () => {
  it('finds a lost job, and an app that does not say that the job is continued elsewhere', () => {
    expect(notGivenUp(queue(), continuedAndBack)).toEqual([
      `the job ${job} is lost`,
      'the log says 0 times that M RS 1 is continued elsewhere, instead of 1',
    ]);
  });

  it('finds a damaged queue', () => {
    const neverBack = { ...continuedAndBack, returnedAt: null };
    expect(notGivenUp(queue({ integrity: 'row 3 missing' }), neverBack)).toContain(
      'queue.db is damaged: row 3 missing',
    );
  });
});

describe('the check of the laptop that continues', () => {
  it('finds a missing job, and a job that stays although its laptop went on', () => {
    expect(notContinued(queue(), [continuedAndBack])).toEqual(['M RS 1 is not on the other laptop']);
    expect(notContinued(queue(), [{ ...dead, isContinued: false, returnedAt: null }])).toEqual([]);
  });
});

describe('the check of the operator', () => {
  it('finds an installation that is not there, and a write that took effect twice', () => {
    const journal = newJournal();
    for (const path of ['/cars', '/cars', '/installations', '/groups', '/groups/1/cars']) {
      const entry = journal.open({
        at: 0,
        method: 'PUT',
        path,
        query: '',
        operation: null,
        customerId: 4711,
        contentType: null,
        body: '{}',
      });
      entry.applied = true;
    }
    const operator = { state: emptyState(), journal, violations: newViolations() };
    expect(notInstalledOnce(operator, [dead])).toEqual([
      'M RS 1 has 0 cars, Boxes , groups  instead of 1 cars, Boxes 001234021, groups Arrivals 1',
      'PUT /cars took effect 2 times instead of 1',
    ]);
  });
});
