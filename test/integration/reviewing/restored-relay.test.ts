import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startJob } from '../../../electron/jobs/start.ts';
import type { OpenProfile } from '../../../electron/session/open-profile.ts';
import { jobReviews } from '../../../electron/supervision/reviewing/job-reviews.ts';
import { writeReview } from '../../../electron/supervision/reviewing/reviewing.ts';
import type { JobId } from '../../../shared/ids.ts';
import { reviewPage, WHOLE_JOB } from '../../../shared/relay/reviews.ts';
import { openLaptop } from '../relay-uploads/laptop.ts';
import { runningRelay, tokenFor } from '../relay/running-relay.ts';
import { tempFolder } from '../relay/temp-folder.ts';
import { CUSTOMER } from '../relay/webhooks.ts';

const until = (holds: () => unknown) => vi.waitFor(holds);

/** A relay with a backup, and supervisors' laptops that are opened at whatever address it has. */
async function office(laptops: number) {
  const relayDir = tempFolder();
  const backups = tempFolder();
  let relay = await runningRelay({ RELAY_DATA_DIR: relayDir });
  const places = await Promise.all(
    Array.from({ length: laptops }, async (_, index) => {
      const { token } = await tokenFor(relay, [CUSTOMER], 'supervisor', `Office ${index + 1}`);
      return { dataDir: tempFolder(), token };
    }),
  );
  const { token: reader } = await tokenFor(relay, [], 'admin');
  const open = (index = 0): OpenProfile => {
    const place = places[index];
    if (place === undefined) throw new Error('no such laptop');
    const laptop = openLaptop({ ...place, relayUrl: relay.url });
    onTestFinished(laptop.close);
    return laptop;
  };
  return {
    open,
    /** Stops the relay; `keep` makes a backup, `restored` puts it back. */
    startAgain: async (how: 'keep' | 'restored', name = 'relay.db') => {
      await relay.stop();
      const file = join(relayDir, 'relay.db');
      const backup = join(backups, name);
      if (how === 'keep') copyFileSync(file, backup);
      else {
        for (const suffix of ['-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
        copyFileSync(backup, file);
      }
      relay = await runningRelay({ RELAY_DATA_DIR: relayDir });
    },
    kept: async () => {
      const answer = await fetch(
        `${relay.url}/v1/reviews?knows=reopened&environment=uat&customerId=${CUSTOMER}`,
        { headers: { authorization: `Bearer ${reader}` } },
      );
      return reviewPage
        .parse(await answer.json())
        .reviews.map(({ revision, verdict }) => `${revision} ${verdict}`);
    },
  };
}

const say = ({ reviewing }: OpenProfile, jobId: JobId, verdict: 'approved' | 'reopened', basedOn: number) =>
  writeReview(reviewing.parts, { jobId, verdict, reason: null, comment: '', pin: WHOLE_JOB, basedOn });

test('reviews that a restored relay lacks are brought again in their order', async () => {
  const { open, startAgain, kept } = await office(1);
  const first = open();
  const job = startJob(first.jobs);
  await until(() => expect(first.uploadState()).toEqual({ state: 'up-to-date' }));
  await first.close();
  await startAgain('keep');
  const second = open();
  say(second, job, 'approved', 0);
  say(second, job, 'reopened', 0);
  await until(async () => expect(await kept()).toEqual(['1 approved', '2 reopened']));
  await until(() => expect(second.uploadState()).toEqual({ state: 'up-to-date' }));
  await second.close();
  await startAgain('restored');
  expect(await kept()).toEqual([]);
  const third = open();
  await until(async () => expect(await kept()).toEqual(['1 approved', '2 reopened']));
  expect(jobReviews(third.reviewing.parts, job).own).toEqual([]);
});

test('a review whose revision a restored relay has given to another one was too late, and its writer sees that one', async () => {
  const { open, startAgain, kept } = await office(2);
  const first = open();
  const job = startJob(first.jobs);
  await until(() => expect(first.uploadState()).toEqual({ state: 'up-to-date' }));
  await first.close();
  await startAgain('keep');
  const second = open();
  say(second, job, 'approved', 0);
  await until(async () => expect(await kept()).toEqual(['1 approved']));
  await second.close();
  await startAgain('restored');
  const other = open(1);
  say(other, job, 'reopened', 0);
  await until(async () => expect(await kept()).toEqual(['1 reopened']));
  const third = open();
  await until(() => expect(jobReviews(third.reviewing.parts, job).own).toMatchObject([{ state: 'stale' }]));
  expect(await kept()).toEqual(['1 reopened']);
});

/** A job of the first laptop at a relay that will be set back to before its reviews. */
async function unreviewed() {
  const place = await office(2);
  const first = place.open();
  const job = startJob(first.jobs);
  await until(() => expect(first.uploadState()).toEqual({ state: 'up-to-date' }));
  await first.close();
  await place.startAgain('keep');
  return { ...place, job };
}

/** The relay loses what the writer has brought, and takes a review of the second laptop. */
async function reviewedOtherwise({ open, startAgain, kept, job }: Awaited<ReturnType<typeof unreviewed>>) {
  await startAgain('restored');
  say(open(1), job, 'reopened', 0);
  await until(async () => expect(await kept()).toEqual(['1 reopened']));
}

test('a review that follows one that was too late was too late as well, and neither counts', async () => {
  const place = await unreviewed();
  const { open, kept, job } = place;
  const writer = open();
  say(writer, job, 'approved', 0);
  say(writer, job, 'approved', 0);
  await until(async () => expect(await kept()).toEqual(['1 approved', '2 approved']));
  await writer.close();
  await reviewedOtherwise(place);
  const { reviewing } = open();
  const there = () => jobReviews(reviewing.parts, job);
  await until(() => expect(there().own).toMatchObject([{ state: 'stale' }, { state: 'stale' }]));
  expect(await kept()).toEqual(['1 reopened']);
  expect(there()).toMatchObject({ state: 'reopened', revision: 1, said: [{ verdict: 'reopened' }] });
});

test('so was a review that was based on it', async () => {
  const place = await unreviewed();
  const { open, kept, job } = place;
  const writer = open();
  say(writer, job, 'approved', 0);
  await until(() => expect(jobReviews(writer.reviewing.parts, job).revision).toBe(1));
  say(writer, job, 'reopened', 1);
  await until(async () => expect(await kept()).toEqual(['1 approved', '2 reopened']));
  await writer.close();
  await reviewedOtherwise(place);
  const { reviewing } = open();
  const there = () => jobReviews(reviewing.parts, job);
  await until(() => expect(there().own).toMatchObject([{ state: 'stale' }, { state: 'stale' }]));
  expect(await kept()).toEqual(['1 reopened']);
});

test('a review of one that a restored relay lost is not put over the one that took its revision', async () => {
  const { open, startAgain, kept } = await office(3);
  const first = open();
  const job = startJob(first.jobs);
  await until(() => expect(first.uploadState()).toEqual({ state: 'up-to-date' }));
  await startAgain('keep');
  await first.close();
  const author = open();
  say(author, job, 'approved', 0);
  await until(async () => expect(await kept()).toEqual(['1 approved']));
  await author.close();
  const reader = open(1);
  await until(() => expect(jobReviews(reader.reviewing.parts, job).revision).toBe(1));
  await reader.close();
  await startAgain('restored');
  const other = open(2);
  say(other, job, 'approved', 0);
  await until(async () => expect(await kept()).toEqual(['1 approved']));
  await other.close();
  // The first review that its reader has is not the one that the relay has by now.
  const late = open(1);
  say(late, job, 'reopened', 1);
  await until(() => expect(jobReviews(late.reviewing.parts, job).own).toMatchObject([{ state: 'stale' }]));
  expect(await kept()).toEqual(['1 approved']);
  // The next decision is about the one that stands.
  say(late, job, 'reopened', jobReviews(late.reviewing.parts, job).revision);
  await until(async () => expect(await kept()).toEqual(['1 approved', '2 reopened']));
});

test('a review that was too late counts again where another backup of the relay has it', async () => {
  const { open, startAgain, kept, job } = await unreviewed();
  const writer = open();
  say(writer, job, 'approved', 0);
  await until(async () => expect(await kept()).toEqual(['1 approved']));
  await writer.close();
  await startAgain('keep', 'with-the-review.db');
  await startAgain('restored');
  const other = open(1);
  say(other, job, 'reopened', 0);
  await until(async () => expect(await kept()).toEqual(['1 reopened']));
  await other.close();
  const late = open();
  await until(() => expect(jobReviews(late.reviewing.parts, job).own).toMatchObject([{ state: 'stale' }]));
  await late.close();
  await startAgain('restored', 'with-the-review.db');
  const again = open();
  const there = () => jobReviews(again.reviewing.parts, job);
  await until(() => expect(there()).toMatchObject({ state: 'approved', own: [] }));
  // It is confirmed by the relay once more, and stays.
  say(again, job, 'reopened', 1);
  await until(async () => expect(await kept()).toEqual(['1 approved', '2 reopened']));
  const ofReviews = again.database.sqlite
    .prepare<[], string>("SELECT type FROM log_entry WHERE type LIKE 'review-%' ORDER BY number")
    .pluck()
    .all()
    .filter((type) => type !== 'review-received');
  expect(ofReviews).toEqual(['review-approved', 'review-not-taken', 'review-reinstated', 'review-reopened']);
});
