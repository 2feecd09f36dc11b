import { describe, expect, it, test } from 'vitest';
import { customerId, operationId } from '../../../shared/ids.ts';
import { notOrderedRight } from '../../kill/customers/books.ts';
import { runCustomersRound } from '../../kill/customers/round.ts';
import { newJournal } from '../../operator/journal.ts';
import { longFrom } from '../../runner/long.ts';

const rounds = [2, 12].map((kills, index) => [kills, longFrom(1, index)] as const);

test.for(rounds)(
  'a laptop of four customers that is killed %i times loses no order, sends none twice, and mixes none%s',
  async ([kills], { signal }) => {
    const report = await runCustomersRound({ seed: 7, kills, signal });
    expect(report.violations).toEqual([]);
    expect(report).toMatchObject({ kills, customers: 4 });
    expect(report.accepted).toBeGreaterThanOrEqual(kills);
  },
);

describe('the check of the orders', () => {
  const north = customerId.parse(4711);
  const south = customerId.parse(4712);
  const ordered = [
    { label: 'North 1', operation: operationId.parse('019ab000-0000-7000-8000-000000000001') },
    { label: 'North 2', operation: null },
  ];
  const findings = (...writes: readonly (readonly [customer: number, name: string])[]) => {
    const journal = newJournal();
    for (const [customer, name] of writes) {
      const entry = journal.open({
        at: 0,
        method: 'PUT',
        path: '/groups',
        query: '',
        operation: null,
        customerId: customer,
        contentType: null,
        body: JSON.stringify({ name }),
      });
      entry.applied = true;
    }
    return notOrderedRight({ customer: north, name: 'North', ordered, journal: journal.entries });
  };

  it('accepts an order that was accepted and done, with or without one that was cut off', () => {
    expect(findings([north, 'North 1'])).toEqual([]);
    expect(findings([north, 'North 1'], [north, 'North 2'])).toEqual([]);
  });

  it.each([
    ['a lost order', [], /North 1 took effect 0 times/],
    ['an order that was sent twice', ['North 1', 'North 1'], /North 1 took effect 2 times/],
    ['a cut-off order that was sent twice', ['North 1', 'North 2', 'North 2'], /North 2 took effect 2 times/],
  ] as const)('finds %s', (_what, names, found) => {
    expect(findings(...names.map((name) => [north, name] as const))).toContainEqual(
      expect.stringMatching(found),
    );
  });

  it('finds an order at another customer', () => {
    expect(findings([north, 'North 1'], [south, 'North 2'])).toContainEqual(
      expect.stringMatching(/another customer carried/),
    );
  });
});
