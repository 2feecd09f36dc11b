import { expect, test } from 'vitest';
import { logFrom } from '../../../electron/db/tables/queue/log-entries.ts';
import { entryOf } from '../../../electron/log/append.ts';
import { verifyLog } from '../../../electron/log/verify.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { installBox } from '../../../electron/jobs/steps/box.ts';
import { chooseCar } from '../../../electron/jobs/steps/car.ts';
import { canonicalLogEntry, LOG_CHAIN_START, type LogEntry } from '../../../shared/relay/log.ts';
import { known, openJobs } from '../jobs/bench.ts';

/** The log of a job with a few steps. */
function someLog(): readonly LogEntry[] {
  const { parts, database } = openJobs();
  const job = startJob(parts);
  chooseCar(parts, job, known.car);
  installBox(parts, job, known.box);
  installBox(parts, job, known.otherBox);
  return logFrom(database.sqlite, 1, 100).map(entryOf);
}

test('every entry builds on the hash of the one before, from a known beginning', async () => {
  const entries = someLog();
  expect(entries.map(({ type }) => type)).toEqual([
    'job-started',
    'car-chosen',
    'box-chosen',
    'operation-cancelled',
    'box-replaced',
  ]);
  expect(entries[0]?.previousHash).toBe(LOG_CHAIN_START);
  expect(await verifyLog(entries)).toMatchObject({ kind: 'sound', head: { number: 5 } });
});

test.each([
  ['at', { at: 1 }],
  ['worker', { worker: 'somebody else' }],
  ['data', { data: '{"serial":"another"}' }],
  ['type', { type: 'job-finished' }],
  ['job', { jobId: null }],
  ['clock offset', { clockOffsetMs: 0 }],
  ['hash', { hash: 'f'.repeat(64) }],
] as const)('a changed %s is found, at its entry', async (_what, change) => {
  const entries = someLog().map((entry) => (entry.number === 3 ? { ...entry, ...change } : entry));
  expect(await verifyLog(entries)).toMatchObject({ fault: { kind: 'changed', number: 3 } });
});

test('the hashed form does not depend on the order in which data was given', () => {
  const [entry] = someLog();
  if (entry === undefined) throw new Error('no entry');
  expect(JSON.parse(entry.data)).toEqual({ kind: 'installation' });
  expect(JSON.parse(canonicalLogEntry(entry))).toEqual([
    entry.number,
    entry.id,
    entry.at,
    entry.clockOffsetMs,
    entry.worker,
    entry.jobId,
    entry.type,
    entry.data,
    entry.previousHash,
  ]);
  const keys = someLog().map(({ data }) => [...data.matchAll(/"(\w+)":/g)].map(([, key = '']) => key));
  expect(keys).toEqual(keys.map((of) => of.toSorted((one, other) => one.localeCompare(other))));
});
