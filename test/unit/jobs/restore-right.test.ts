import { expect, test } from 'vitest';
import { parseHandedFile } from '../../../electron/jobs/hand-over/file-format.ts';
import { fileOfGiven, giveJob } from '../../../electron/jobs/hand-over/give.ts';
import { takeJob } from '../../../electron/jobs/hand-over/take.ts';
import { openJobs } from './bench.ts';
import { restoring } from './leaving-bench.ts';

/** The file of a swap whose only open work is an access to recreate. */
async function withRestore() {
  const { bench, job } = await restoring();
  giveJob(bench.parts, job, null);
  return { job, file: parseHandedFile(JSON.stringify(fileOfGiven(bench.parts, job))) };
}

test.each([
  ['as long as the role lasts', true, ['create-assignment ready']],
  ['not after the role ended while pictures were stored', false, []],
] as const)('the accesses of a file are recreated %s', async (_when, lasts, expected) => {
  const { job, file } = await withRestore();
  const taker = openJobs();
  let mayRestore = true;
  const taking = takeJob(taker.parts, file, { mayRestore: () => mayRestore });
  mayRestore = lasts;
  await taking;
  expect(taker.queued(job).filter((operation) => operation.startsWith('create-assignment'))).toEqual(
    expected,
  );
});
