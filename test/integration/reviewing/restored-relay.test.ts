import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startJob } from '../../../electron/jobs/start.ts';
import type { OpenProfile } from '../../../electron/session/open-profile.ts';
import { jobReviews } from '../../../electron/supervision/reviewing/job-reviews.ts';
import { writeReview } from '../../../electron/supervision/reviewing/write-review.ts';
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
  const backup = join(tempFolder(), 'relay.db');
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
    startAgain: async (how: 'keep' | 'restored') => {
      await relay.stop();
      const file = join(relayDir, 'relay.db');
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

test('one whose revision a restored relay has given to another review was too late, and its writer is shown that one', async () => {
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

/** A job that the first laptop has reviewed twice, at a relay that lost both and has a review of the second laptop since. */
async function reviewedOtherwise(second: 'follows' | 'is based on') {
  const place = await office(2);
  const { open, startAgain, kept } = place;
  const first = open();
  const job = startJob(first.jobs);
  await until(() => expect(first.uploadState()).toEqual({ state: 'up-to-date' }));
  await first.close();
  await startAgain('keep');
  const writer = open();
  say(writer, job, 'approved', 0);
  if (second === 'is based on') await until(async () => expect(await kept()).toEqual(['1 approved']));
  if (second === 'is based on')
    await until(() => expect(jobReviews(writer.reviewing.parts, job).revision).toBe(1));
  say(writer, job, 'approved', second === 'follows' ? 0 : 1);
  await until(async () => expect(await kept()).toEqual(['1 approved', '2 approved']));
  await writer.close();
  await startAgain('restored');
  const other = open(1);
  say(other, job, 'reopened', 0);
  await until(async () => expect(await kept()).toEqual(['1 reopened']));
  return { ...place, job };
}

test.each(['follows', 'is based on'] as const)(
  'a review that %s one that was too late was too late as well, and neither counts',
  async (second) => {
    const { open, kept, job } = await reviewedOtherwise(second);
    const { reviewing } = open();
    const there = () => jobReviews(reviewing.parts, job);
    await until(() => expect(there().own).toMatchObject([{ state: 'stale' }, { state: 'stale' }]));
    expect(await kept()).toEqual(['1 reopened']);
    expect(there()).toMatchObject({ state: 'reopened', revision: 1, said: [{ verdict: 'reopened' }] });
  },
);

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
