import { expect, test } from 'vitest';
import { verifyLog } from '../../../electron/log/verify.ts';
import type { LogEntry } from '../../../shared/relay/log.ts';
import { REDACTION, type RedactedField } from '../../../shared/relay/removals.ts';
import { chainOf } from './made-up-chain.ts';
import { redacted } from './redacted-chain.ts';

/** The same numbers for the same seed (mulberry32): from 0 up to, not including, 1. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const FIELDS: readonly (readonly RedactedField[])[] = [
  ['worker'],
  ['data.note'],
  ['data.serial', 'data.laptop'],
  ['worker', 'data.note'],
];

const below = (random: () => number, most: number): number => Math.floor(random() * most);

/** A log of random length in which any entries were redacted, some of them several times. */
function someLog(random: () => number): readonly LogEntry[] {
  let entries = chainOf('this laptop', 2 + below(random, 15));
  const redactions = 1 + below(random, 4);
  for (let n = 1; n <= redactions; n += 1) {
    const targets = entries
      .filter(({ type }) => type !== REDACTION && random() < 0.3)
      .map(({ number }) => ({ number, fields: FIELDS[below(random, FIELDS.length)] ?? [] }));
    entries = redacted(entries, targets, n);
  }
  return entries;
}

/** Every way to change one entry without recomputing its hash. */
const CHANGES: readonly ((entry: LogEntry) => LogEntry)[] = [
  (entry) => ({ ...entry, at: entry.at + 1 }),
  (entry) => ({ ...entry, clockOffsetMs: (entry.clockOffsetMs ?? 0) + 1 }),
  (entry) => ({ ...entry, worker: `${entry.worker}x` }),
  (entry) => ({ ...entry, type: `${entry.type}x` }),
  (entry) => ({ ...entry, data: entry.data.replace('{', '{"x":"y",') }),
  (entry) => ({ ...entry, hash: entry.hash.replace(/^./, (first) => (first === '0' ? '1' : '0')) }),
  (entry) => ({
    ...entry,
    previousHash: entry.previousHash.replace(/^./, (first) => (first === '0' ? '1' : '0')),
  }),
  ({ redacted: mark, ...entry }) => (mark === true ? entry : { ...entry, redacted: true }),
];

test('any redactions of any log leave it sound, and any one entry that is changed, lost, doubled or moved is found', async () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    const random = randomOf(seed);
    const log = someLog(random);
    const last = log.at(-1);
    if (last === undefined) throw new Error('an empty log');
    const head = { number: last.number, hash: last.hash };
    const marked = log.filter((entry) => entry.redacted === true).length;
    expect(await verifyLog(log, [head]), `seed ${seed}`).toEqual({ kind: 'sound', head, redacted: marked });
    for (const [at, entry] of log.entries()) {
      const without = [...log.slice(0, at), ...log.slice(at + 1)];
      const spoilt = [
        ...CHANGES.map((change) => [...log.slice(0, at), change(entry), ...log.slice(at + 1)]),
        without,
        [...log.slice(0, at), entry, ...log.slice(at)],
        ...(at + 1 < log.length ? [[...without.slice(0, at + 1), entry, ...without.slice(at + 1)]] : []),
      ];
      for (const [way, entries] of spoilt.entries()) {
        const { kind } = await verifyLog(entries, [head]);
        expect(kind, `seed ${seed}, entry ${entry.number}, way ${way}`).toBe('broken');
      }
    }
  }
});
