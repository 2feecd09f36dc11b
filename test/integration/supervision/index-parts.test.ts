import { expect, onTestFinished, test } from 'vitest';
import {
  createJobIndex,
  keepRecords,
  loadJobIndex,
  indexColumns,
  type IndexRecord,
  wideColumns,
} from '../../../electron/supervision/job-index/job-index.ts';
import { createRandom } from '../../bench/supervision/made-up-fleet.ts';
import { openCopies } from './copies.ts';

const random = createRandom(6);
const zeroes: IndexRecord = {
  job: 0,
  kind: 0,
  state: 0,
  brand: 0,
  keyForm: 0,
  group: 0,
  variant: 0,
  installer: 0,
  laptop: 0,
  site: 0,
  review: 0,
  phase: 0,
  trouble: 0,
  forced: 0,
  risk: 0,
  flags: 0,
  started: 0,
  finished: 0,
  last: 0,
  minutes: 0,
  accessUntil: 0,
  failures: 0,
  model: 0,
  reworkReason: 0,
  changedAnswers: 0,
};

/** Any numbers: a moment where a moment goes, something small elsewhere. */
function anyRecord(job: number): IndexRecord {
  let record = zeroes;
  for (const name of indexColumns) {
    const value = wideColumns.has(name)
      ? 1_790_000_000_000 + Math.floor(random() * 1e9)
      : Math.floor(random() * 2e6) - 1;
    record = { ...record, [name]: value };
  }
  return { ...record, job };
}

test('the job index in the file equals the one in memory, also beyond one part and after changes', () => {
  const copies = openCopies();
  onTestFinished(copies.close);
  const { database } = copies;
  const jobIndex = createJobIndex([], []);
  const put = (records: readonly IndexRecord[]) => {
    database.write((context) => keepRecords(context, records));
    for (const record of records) jobIndex.put(record);
  };
  // As they come: the newest first, some of them, and some again.
  put([600, 257, 256, 255, 1].map(anyRecord));
  put([257, 300, 2].map(anyRecord));
  const kept = loadJobIndex(database.sqlite);
  expect([...kept.jobs()].toSorted((one, other) => one - other)).toEqual([1, 2, 255, 256, 257, 300, 600]);
  expect(kept.jobs()).toEqual(jobIndex.jobs());
  for (const name of indexColumns) {
    const [here, there] = [kept.column(name), jobIndex.column(name)];
    expect([...kept.jobs()].map((job) => here[job])).toEqual([...kept.jobs()].map((job) => there[job]));
  }
});
