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
