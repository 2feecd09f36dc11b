import { expect, test } from 'vitest';
import type { LogEntryRow } from '../../../electron/db/tables/queue/log-entries.ts';
import { logFrom } from '../../../electron/db/tables/queue/log-entries.ts';
import { CHAIN_START, canonicalForm, entryHash } from '../../../electron/log/append.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { installBox } from '../../../electron/jobs/steps/box.ts';
import { chooseCar } from '../../../electron/jobs/steps/car.ts';
import { known, openJobs } from '../jobs/bench.ts';

/** The log of a job with a few steps. */
function someLog(): readonly LogEntryRow[] {
  const { parts, database } = openJobs();
  const job = startJob(parts);
  chooseCar(parts, job, known.car);
  installBox(parts, job, known.box);
  installBox(parts, job, known.otherBox);
  return logFrom(database.sqlite, 1, 100);
}

/** The number of the first entry that does not fit; null = the log is whole. */
function firstBad(entries: readonly LogEntryRow[]): number | null {
  let previous = CHAIN_START;
  for (const [index, { hash, ...entry }] of entries.entries()) {
    const fits = entry.number === index + 1 && entry.previous_hash === previous && entryHash(entry) === hash;
    if (!fits) return entry.number;
    previous = hash;
  }
  return null;
}

test('every entry builds on the hash of the one before, from a known beginning', () => {
  const entries = someLog();
  expect(entries.map(({ type }) => type)).toEqual([
    'job-started',
    'car-chosen',
    'box-chosen',
    'operation-cancelled',
    'box-replaced',
  ]);
  expect(entries[0]?.previous_hash).toBe(CHAIN_START);
  expect(firstBad(entries)).toBeNull();
});

test.each([
  ['at', { at: 1 }],
  ['worker', { worker: 'somebody else' }],
  ['data', { data: '{"serial":"another"}' }],
  ['type', { type: 'job-finished' }],
  ['job', { job_id: null }],
  ['clock offset', { clock_offset_ms: 0 }],
  ['hash', { hash: 'f'.repeat(64) }],
] as const)('a changed %s is found, at its entry', (_what, change) => {
  const entries = someLog().map((entry) => (entry.number === 3 ? { ...entry, ...change } : entry));
  expect(firstBad(entries)).toBe(3);
});

test('an entry that was changed with its own hash made to fit is found at the next one', () => {
  const entries = someLog().map((entry) => {
    if (entry.number !== 3) return entry;
    const { hash: _old, ...changed } = { ...entry, worker: 'somebody else' };
    return { ...changed, hash: entryHash(changed) };
  });
  expect(firstBad(entries)).toBe(4);
});

test('an entry that is missing or has another place is found', () => {
  const entries = someLog();
  expect(firstBad(entries.filter(({ number }) => number !== 2))).toBe(3);
  expect(firstBad(entries.toReversed())).toBe(5);
});

test('the hashed form does not depend on the order in which data was given', () => {
  const [entry] = someLog();
  if (entry === undefined) throw new Error('no entry');
  expect(JSON.parse(entry.data)).toEqual({ kind: 'installation' });
  expect(JSON.parse(canonicalForm(entry))).toEqual([
    entry.number,
    entry.id,
    entry.at,
    entry.clock_offset_ms,
    entry.worker,
    entry.job_id,
    entry.type,
    entry.data,
    entry.previous_hash,
  ]);
  const keys = someLog().map(({ data }) => [...data.matchAll(/"(\w+)":/g)].map(([, key = '']) => key));
  expect(keys).toEqual(keys.map((of) => of.toSorted((one, other) => one.localeCompare(other))));
});
