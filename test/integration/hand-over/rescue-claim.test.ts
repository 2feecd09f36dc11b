import { expect, it } from 'vitest';
import { rescueJob } from '../../../electron/jobs/rescue/rescue.ts';
import { readJob } from '../../../electron/db/tables/queue/jobs.ts';
import type { RelayClient } from '../../../electron/relay/client.ts';
import { relayError } from '../../../electron/relay/relay-error.ts';
import type { JobId } from '../../../shared/ids.ts';
import { err } from '../../../shared/result.ts';
import { countedWrites } from '../../e2e/fixture/operator-record.ts';
import { dies } from './crew.ts';
import type { Laptop } from './laptop.ts';
import { mirroredJob, refusal } from './mirrored-job.ts';

type Claim = RelayClient['claimRescue'];

/** A silent laptop's job, and a rescue of it whose claim takes this way. */
async function claimed(through: (claim: Claim, dead: Laptop, job: JobId) => Claim) {
  const crew = await mirroredJob();
  const { dead, taker, job, silence } = crew;
  await dies(dead);
  silence();
  const { relay, crew: keeper } = taker.open.rescue;
  if (relay === null) throw new Error('a laptop at a relay');
  const rescue = rescueJob(
    {
      jobs: taker.open.jobs,
      crew: keeper,
      relay: { ...relay, claimRescue: through(relay.claimRescue, dead, job) },
      readKeys: taker.open.readKeys,
    },
    { jobId: job, turn: 1, mayRestore: () => true },
  );
  return { ...crew, code: await refusal(rescue), isTaken: () => readJob(taker.sqlite, job) !== undefined };
}

it('is refused where the laptop reports before the claim, and its job stays', async () => {
  const { operator, code, isTaken, dead, job } = await claimed((claim, laptop) => async (...asked) => {
    laptop.cutRelay(false);
    await laptop.reported();
    return claim(...asked);
  });
  expect(code).toBe('rescue-alive');
  expect(isTaken()).toBe(false);
  dead.cut(false);
  await dead.settled(job);
  expect(dead.viewAny(job).handedOver).toBe(false);
  expect(countedWrites(operator)).toMatchObject({ 'PUT /cars': 1, 'PUT /installations': 1 });
});

it('is refused where the laptop gives the job away before the claim', async () => {
  const { code, isTaken } = await claimed((claim, laptop, job) => async (...asked) => {
    laptop.cutRelay(false);
    laptop.give(job);
    await laptop.mirrored();
    return claim(...asked);
  });
  expect(code).toBe('rescue-gone');
  expect(isTaken()).toBe(false);
});

it('takes nothing over while its claim is without an answer, and the next try does', async () => {
  const { operator, code, isTaken, taker, job } = await claimed((claim) => async (...asked) => {
    await claim(...asked);
    return err(relayError('unreachable', 'cut off'));
  });
  expect(code).toBe('hand-over-unconfirmed');
  expect(isTaken()).toBe(false);
  await taker.rescued.take(job);
  await taker.settled(job);
  expect(countedWrites(operator)).toMatchObject({ 'PUT /cars': 1, 'PUT /installations': 1 });
});
