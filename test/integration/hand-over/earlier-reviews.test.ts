import { expect, onTestFinished, test, vi } from 'vitest';
import { readReviewPosition } from '../../../electron/db/tables/queue/reviews.ts';
import { readLogConfirmed } from '../../../electron/db/tables/queue/relay-exchange.ts';
import { lastLogEntry } from '../../../electron/db/tables/queue/log-entries.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { writeReview } from '../../../electron/supervision/reviewing/reviewing.ts';
import type { RelayRole } from '../../../shared/relay/access.ts';
import { notable } from '../../operator/seed/notable.ts';
import { startOperator } from '../../operator/start.ts';
import { runningRelay, tokenFor } from '../relay/running-relay.ts';
import { tempFolder } from '../relay/temp-folder.ts';
import { type Laptop, openLaptop } from './laptop.ts';

/** Of one relay: two laptops of the crew and the office. */
async function workshop() {
  const operator = await startOperator({ cars: 20, settings: {} });
  onTestFinished(operator.stop);
  const relay = await runningRelay();
  const laptop = async (role: RelayRole, name: string): Promise<Laptop> => {
    const { token } = await tokenFor(relay, [notable.customerId], role, name);
    return openLaptop(operator, 'Kim', tempFolder(), { relayUrl: relay.url, relayToken: token });
  };
  return {
    giver: await laptop('installer', 'Bay 3'),
    taker: await laptop('installer', 'Bay 4'),
    office: await laptop('supervisor', 'Office'),
  };
}

/** Waits until the relay has the whole log of a laptop. */
const uploaded = ({ sqlite }: Laptop) =>
  vi.waitFor(() => expect(readLogConfirmed(sqlite)).toBe(lastLogEntry(sqlite)?.number));

test('rework that was asked for before a job was taken over reaches the laptop that continues it', async () => {
  const { giver, taker, office } = await workshop();
  const job = startJob(giver.parts);
  await uploaded(giver);
  giver.cutRelay(true);
  const id = writeReview(office.open.reviewing.parts, {
    jobId: job,
    verdict: 'rework',
    reason: 'wrong-place',
    comment: 'Behind the glovebox, please',
    pin: { at: 'step', step: 'fitting' },
    basedOn: 0,
  });
  // The review is of another laptop's job, so this one passes it.
  await vi.waitFor(() => {
    taker.open.wake();
    expect(readReviewPosition(taker.sqlite)?.id).toBe(id);
  });
  await taker.takeOver(await giver.handOver(job));
  await vi.waitFor(() => {
    taker.open.wake();
    expect(taker.viewAny(job).review).toMatchObject({ state: 'rework-asked', reason: 'wrong-place' });
  });
});
