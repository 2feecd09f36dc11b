import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { interpret } from '../../electron/operator/answer.ts';
import { listCustomers } from '../../electron/operator/endpoints/groups-and-users.ts';
import { deviceKeyPage } from '../../shared/relay/access.ts';
import { listOf } from '../../shared/parsing.ts';
import { logPage, sharedNotePage } from '../../shared/relay/log.ts';
import { removalPage } from '../../shared/relay/removals.ts';
import { reviewPage } from '../../shared/relay/reviews.ts';

/*
 * The operator, a gateway or a relay: a list in which every item is wrong. A megabyte of `{}` made three gigabytes of faults and held the
 * app for twenty seconds.
 */

const ITEMS = 300_000;
const wrong = `[${'{},'.repeat(ITEMS)}{}]`;
const page = (name: string): unknown => JSON.parse(`{"${name}":${wrong},"cursor":1,"upToDate":true}`);

describe('a list in which every item is wrong', () => {
  it.each([
    ['entries', logPage],
    ['forks', logPage],
    ['signatures', logPage],
    ['reviews', reviewPage],
    ['removals', removalPage],
    ['notes', sharedNotePage],
    ['keys', deviceKeyPage],
  ] as const)('of %s of a relay has the faults of one item noted', (name, schema) => {
    const read: z.ZodSafeParseResult<unknown> = schema.safeParse(page(name));
    expect(read.success).toBe(false);
    expect(read.error?.issues.length).toBeLessThan(30);
  });

  it('of the operator is reported as unreadable, in one line', () => {
    const answer = { status: 200, headers: { 'content-type': 'application/json' }, text: wrong };
    const result = interpret(listCustomers(), { ...answer, sentAt: 0, receivedAt: 0 });
    expect(result).toMatchObject({ ok: false, error: { code: 'unreadable' } });
    expect(result.ok ? null : result.error.detail?.length).toBeLessThan(1000);
  });

  it('is not read beyond the first of them', () => {
    let looked = 0;
    const item = z.unknown().refine(() => (looked += 1) < 3);
    const read = listOf(item).safeParse([1, 2, 3, 4, 5]);
    expect(read.error?.issues.map(({ path }) => path)).toEqual([[2]]);
    expect(looked).toBe(3);
  });
});
