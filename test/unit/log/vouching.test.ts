import { expect, test } from 'vitest';
import { verifyLog, createVouching, vouchedByCopies } from '../../../electron/log/verify.ts';
import { LOG_CHAIN_START, type LogEntry, type LogHead } from '../../../shared/relay/log.ts';
import { chainOf, withHash } from './made-up-chain.ts';
import { redacted } from './redacted-chain.ts';

const headOf = ({ number, hash }: LogEntry): LogHead => ({ number, hash });

/** A log of four whose second entry was redacted by the fifth. */
const entries = redacted(chainOf('bay-3', 4), [{ number: 2, fields: ['worker'] }]);

function entryAt(number: number): LogEntry {
  const entry = entries[number - 1];
  if (entry === undefined) throw new Error(`no entry ${number}`);
  return entry;
}
const first = entryAt(1);
const second = entryAt(2);
const third = entryAt(3);
const fourth = entryAt(4);
const voucher = entryAt(5);

function awaiting() {
  const vouching = createVouching();
  vouching.await(second, headOf(first));
  return vouching;
}

test('a redacted entry is unvouched until a later one names its hash and its rest', () => {
  const vouching = awaiting();
  expect(vouching.awaited()).toBe(1);
  expect(vouching.firstUnvouched()).toMatchObject({ entry: second, before: headOf(first) });
  vouching.onEntry(third);
  expect(vouching.firstUnvouched()).not.toBeNull();
  vouching.onEntry(voucher);
  expect(vouching.firstUnvouched()).toBeNull();
});

test('a false voucher, or one without its own words, vouches for nothing', () => {
  for (const impostor of [
    { ...voucher, worker: 'Jo' },
    { ...voucher, redacted: true } as const,
    withHash({ ...voucher, type: 'box-chosen' }),
  ]) {
    const vouching = awaiting();
    vouching.onEntry(impostor);
    expect(vouching.firstUnvouched()).not.toBeNull();
  }
});

test('the last voucher of an entry counts: other content withdraws a voucher', () => {
  const vouching = awaiting();
  vouching.onEntry(voucher);
  const other = redacted(entries, [{ number: 2, fields: ['worker', 'data.note'] }], 2).at(-1);
  if (other === undefined) throw new Error('a second redaction');
  vouching.onEntry(other);
  expect(vouching.firstUnvouched()).not.toBeNull();
});

test('an entry that stands twice must be vouched for at both places', () => {
  const vouching = awaiting();
  vouching.await({ ...second, hash: third.hash }, headOf(second));
  vouching.onEntry(voucher);
  expect(vouching.awaited()).toBe(2);
  expect(vouching.firstUnvouched()).toMatchObject({ before: headOf(second) });
});

test('behind a fault nothing vouches: the log is trusted up to before the redacted entry', () => {
  const vouching = awaiting();
  // Unvouched.
  expect(vouching.withoutLaterWord(headOf(fourth))).toEqual(headOf(first));
  vouching.onEntry(voucher);
  // Vouched for by an entry behind the fault.
  expect(vouching.withoutLaterWord(headOf(fourth))).toEqual(headOf(first));
  // The voucher itself is the last trusted entry.
  expect(vouching.withoutLaterWord(headOf(voucher))).toEqual(headOf(voucher));
});

test('without a redacted entry a log is trusted as far as it was read', () => {
  const head = headOf(fourth);
  expect(createVouching().withoutLaterWord(head)).toEqual(head);
  expect(createVouching().firstUnvouched()).toBeNull();
  expect(vouchedByCopies.withoutLaterWord(head)).toEqual(head);
  expect(vouchedByCopies.firstUnvouched()).toBeNull();
  expect(vouchedByCopies.awaited()).toBe(0);
});

test('a log that lost its end behind the voucher keeps the redacted entry; one that lost the voucher does not', async () => {
  const sound = await verifyLog(entries, [headOf(voucher), { number: 9, hash: LOG_CHAIN_START }]);
  expect(sound).toMatchObject({
    kind: 'broken',
    trusted: { number: 5 },
    fault: { kind: 'truncated', number: 6 },
  });
  const lost = await verifyLog(entries.slice(0, 4), [headOf(voucher)]);
  expect(lost).toMatchObject({
    kind: 'broken',
    trusted: { number: 1 },
    fault: { kind: 'changed', number: 2 },
  });
});
