import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createRelayClient } from '../../../electron/relay/client.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { latestReview } from '../../../electron/db/tables/queue/reviews.ts';
import { listJobs } from '../../../electron/jobs/view.ts';
import type { OpenProfile } from '../../../electron/session/open-profile.ts';
import { readNote, readStatus } from '../../../electron/app/app-calls.ts';
import type { JobId } from '../../../shared/ids.ts';
import { DAY } from '../../../shared/time.ts';
import type { Signer } from '../../../electron/trust/signatures.ts';
import { newReview, review, type Review } from '../../../shared/relay/reviews.ts';
import { canonicalReview } from '../../../shared/relay/signing.ts';
import { systemClock } from '../operator/fixture.ts';
import { runningRelay, tokenFor } from '../relay/running-relay.ts';
import { keyWithProof, makeSigner } from '../relay/signed-batch.ts';
import { tempFolder } from '../relay/temp-folder.ts';
import { CUSTOMER } from '../relay/webhooks.ts';
import { openLaptop } from './laptop.ts';

interface Said {
  readonly jobId: JobId;
  readonly verdict: Review['verdict'];
  readonly comment: string;
  readonly basedOn: number;
}

/** A supervisor's laptop: the token that it has at the relay, and its key. */
interface Supervisor {
  readonly token: string;
  readonly signer: Signer;
}

/** A supervisor's word, signed by its laptop and kept by the relay. */
async function say(url: string, { token, signer }: Supervisor, said: Said): Promise<Review> {
  const plain = newReview.parse({
    id: randomUUID(),
    environment: 'uat',
    customerId: CUSTOMER,
    ...said,
  });
  const answer = await fetch(`${url}/v1/reviews`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...plain, signed: signer.sign(canonicalReview(plain)) }),
  });
  return review.parse(await answer.json());
}

const onHome = ({ jobs, engine }: OpenProfile) => listJobs({ ...jobs, connection: engine.connection });

async function places(dataDir = tempFolder(), clock?: () => number, signer = makeSigner()) {
  const relay = await runningRelay({ RELAY_DATA_DIR: dataDir }, clock === undefined ? {} : { clock });
  const { token } = await tokenFor(relay, [CUSTOMER]);
  const { token: office } = await tokenFor(relay, [CUSTOMER], 'supervisor', 'Office');
  const client = createRelayClient({ url: relay.url, token: office, clock: systemClock });
  const registered = await client.putDeviceKey(keyWithProof(signer, office), AbortSignal.timeout(60_000));
  await client.close();
  if (!registered.ok) throw new Error('the relay did not register a key');
  return {
    relay,
    place: { dataDir: tempFolder(), relayUrl: relay.url, token },
    supervisor: { token: office, signer },
  };
}

test('a supervisor who asks for rework reaches the waiting laptop by the one poll that brings results', async () => {
  const { relay, place, supervisor } = await places();
  const polls: string[] = [];
  const laptop = openLaptop(place, (client) => ({
    ...client,
    results: (query) => {
      polls.push(query.waitSeconds > 0 ? 'waiting' : 'at once');
      return client.results(query);
    },
  }));
  onTestFinished(laptop.close);
  const jobId = startJob(laptop.jobs);
  await vi.waitFor(() => expect(polls.at(-1)).toBe('waiting'));
  await say(relay.url, supervisor, { jobId, verdict: 'rework', comment: 'Cable 3 is loose', basedOn: 0 });
  await vi.waitFor(() => expect(onHome(laptop)[0]?.review?.state).toBe('rework-asked'));
  expect(onHome(laptop)).toMatchObject([
    {
      id: jobId,
      status: 'needs-person',
      review: { state: 'rework-asked', comment: 'Cable 3 is loose', reviewer: 'Office' },
      says: { key: 'jobs.rework', params: { comment: 'Cable 3 is loose', reviewer: 'Office' } },
    },
  ]);
  await say(relay.url, supervisor, { jobId, verdict: 'approved', comment: '', basedOn: 1 });
  await vi.waitFor(() => expect(onHome(laptop)[0]?.review?.state).toBe('approved'));
});

test('reviews written while the laptop was away for days are there when it comes back, each once @long', async () => {
  const { relay, place, supervisor } = await places();
  const first = openLaptop(place);
  const jobs = Array.from({ length: 70 }, () => startJob(first.jobs));
  await first.close();
  for (const jobId of jobs) {
    await say(relay.url, supervisor, { jobId, verdict: 'rework', comment: 'look again', basedOn: 0 });
  }
  for (const jobId of jobs.slice(0, 40)) {
    await say(relay.url, supervisor, { jobId, verdict: 'approved', comment: '', basedOn: 1 });
  }
  const later = openLaptop(place);
  onTestFinished(later.close);
  const asked = () => onHome(later).filter(({ review: said }) => said?.state === 'rework-asked');
  await vi.waitFor(() => expect(asked().length).toBe(30));
  expect(
    asked()
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(jobs.slice(40).toSorted());
  const kept = later.database.sqlite.prepare<[], number>('SELECT count(*) FROM review').pluck();
  expect(kept.get()).toBe(110);
});

test('reviews of a relay that was set back and has gone on since are all read (faults.md 35)', async () => {
  const { relay, place, supervisor } = await places();
  const laptop = openLaptop(place);
  const jobs = Array.from({ length: 4 }, () => startJob(laptop.jobs));
  const [one, two, three, four] = jobs;
  if (one === undefined || two === undefined || three === undefined || four === undefined)
    throw new Error('four');
  await say(relay.url, supervisor, { jobId: one, verdict: 'rework', comment: 'lost', basedOn: 0 });
  await say(relay.url, supervisor, { jobId: two, verdict: 'rework', comment: 'lost', basedOn: 0 });
  await vi.waitFor(() =>
    expect(onHome(laptop).filter(({ review: said }) => said?.state === 'rework-asked').length).toBe(2),
  );
  await laptop.close();

  // Another store has other reviews at the same places, and one more.
  const second = await places(tempFolder(), undefined, supervisor.signer);
  for (const jobId of [three, four, one]) {
    await say(second.relay.url, second.supervisor, { jobId, verdict: 'rework', comment: 'new', basedOn: 0 });
  }
  const again = openLaptop({ ...second.place, dataDir: place.dataDir });
  onTestFinished(again.close);
  await vi.waitFor(() => {
    const comments = new Map(onHome(again).map(({ id, review: said }) => [id, said?.comment]));
    expect(jobs.map((job) => comments.get(job))).toEqual(['new', 'lost', 'new', 'new']);
  });
});

test('reviews that the relay dropped by age before the laptop came back are reported to its people, once', async () => {
  const dataDir = tempFolder();
  const { relay, place, supervisor } = await places(dataDir, () => 0);
  const polls: unknown[] = [];
  const first = openLaptop(place, (client) => ({
    ...client,
    results: (query) => {
      polls.push(query.newestReview);
      return client.results(query);
    },
  }));
  const [one, two, three] = [startJob(first.jobs), startJob(first.jobs), startJob(first.jobs)];
  const got = await say(relay.url, supervisor, { jobId: one, verdict: 'rework', comment: 'got', basedOn: 0 });
  // The relay knows that the laptop has it by its next poll.
  await vi.waitFor(() => expect(polls.at(-1)).toBe(got.id));
  await vi.waitFor(async () =>
    expect(await (await fetch(`${relay.url}/metrics`)).text()).toContain('relay_feed_waiting_polls 1\n'),
  );
  await first.close();
  for (const jobId of [two, three]) {
    await say(relay.url, supervisor, { jobId, verdict: 'rework', comment: 'too late', basedOn: 0 });
  }
  await relay.stop();

  const lines: string[] = [];
  const later = await runningRelay(
    { RELAY_DATA_DIR: dataDir, RELAY_KEEP_REVIEW_DAYS: '30' },
    { clock: () => 31 * DAY, log: { write: (line) => lines.push(line) } },
  );
  await vi.waitFor(() => expect(lines.join('')).toContain('old reviews dropped that an active token'));
  const again = openLaptop({ ...place, relayUrl: later.url });
  onTestFinished(again.close);
  const notes = () => readStatus(again).relayNotes;
  await vi.waitFor(() => expect(notes()).toMatchObject([{ matter: 'reviews-missed', count: 2 }]));
  const [note] = notes();
  if (note === undefined) throw new Error('no note');
  readNote(again, note, 5);
  expect(notes()).toEqual([]);
  await again.close();
  // A review that was read is not reported again at the next start.
  let read = 0;
  const next = openLaptop({ ...place, relayUrl: later.url }, (client) => ({
    ...client,
    reviews: async (query) => {
      const answer = await client.reviews(query);
      read += 1;
      return answer;
    },
  }));
  onTestFinished(next.close);
  await say(later.url, supervisor, { jobId: two, verdict: 'approved', comment: '', basedOn: 1 });
  await vi.waitFor(() => expect(latestReview(next.database.sqlite, two)).toMatchObject({ revision: 2 }));
  expect(read).toBeGreaterThan(0);
  expect(readStatus(next).relayNotes).toEqual([]);
});
