import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { sentJob } from '../../../shared/domain/job.ts';
import { operationView } from '../../../shared/domain/operation.ts';
import { seenOf } from '../../../shared/domain/operation-commands.ts';
import { notable } from '../../operator/seed/notable.ts';
import { madeJpeg } from '../../pictures/made-pictures.ts';
import type { Random } from '../random.ts';
import type { Ask } from './job-walk.ts';
import type { Services, Session } from './session.ts';

/** The parts that a walk outside a job may use. */
export type Surroundings = {
  readonly ask: Ask;
  readonly chance: Random;
  readonly services: Services;
  readonly session: Pick<Session, 'goAway'>;
};

type Walk = (surroundings: Surroundings) => Promise<void>;

const PIN = '4711';
const PASSPHRASE = 'correct horse 7';
const withId = z.object({ id: z.string() });
const seriesOf = z.object({ series: z.object({ id: z.string() }) });
const idOf = (answer: unknown): string | null => withId.safeParse(answer).data?.id ?? null;
const jpegOf = (text: string): string => madeJpeg(text).toString('base64');
const numberOf = (chance: Random): string => `${chance.below(10_000)}`;

async function jobWithCar(ask: Ask, chance: Random): Promise<string | null> {
  const jobId = idOf(await ask('jobs.start', { kind: 'installation' }));
  const car = {
    name: '',
    licensePlate: `M OF ${numberOf(chance)}`,
    vin: '',
    brand: 'Ford',
    model: 'Transit',
  };
  if (jobId !== null) await ask('jobs.createCar', { jobId, car });
  return jobId;
}

async function jobInKnownCar(ask: Ask, plate: string, kind: 'installation' | 'swap'): Promise<string | null> {
  const jobId = idOf(await ask('jobs.start', { kind }));
  const found = await ask('directory.searchCars', { text: plate, limit: 1 });
  const [car] = z.object({ rows: z.array(z.object({ id: z.number() })) }).safeParse(found).data?.rows ?? [];
  await ask('jobs.chooseCar', { jobId, carId: car?.id });
  return jobId;
}

/** A worker with a PIN switches the lock on, goes, and comes back; another one forgot it. */
const lockAndOpen: Walk = async ({ ask, chance, services, session }) => {
  const person = idOf(await ask('people.keep', { id: null, name: `Bay ${numberOf(chance)}`, pin: PIN }));
  const other = idOf(await ask('people.keep', { id: null, name: `Hall ${numberOf(chance)}` }));
  if (person === null) return;
  await ask('lock.change', { minutes: 5, proof: null });
  session.goAway();
  await ask('lock.open', { person, typed: PIN });
  session.goAway();
  await ask('lock.openByLogin', { password: services.operator.settings.password });
  if (other !== null) await ask('people.remove', { id: other });
  await ask('lock.change', { minutes: null, proof: { person, pin: PIN } });
};

/** Cars of a list: looked at, planned, and the first one begun. */
const planCars: Walk = async ({ ask, chance }) => {
  const empty = { vin: '', name: '', brand: 'Ford', model: 'Transit', serial: '', group: '', key: '' };
  const rows = [2, 3].map((line) => ({ ...empty, line, licensePlate: `M PL ${numberOf(chance)}` }));
  await ask('batch.check', { rows });
  await ask('batch.plan', { file: 'cars.csv', rows });
  const planned = await ask('batch.planned', { text: '', limit: 5, offset: 0 });
  const found = z.object({ rows: z.array(withId) }).safeParse(planned).data?.rows ?? [];
  for (const { id } of found.slice(0, 1)) await ask('batch.begin', { id });
};

/** A bundle for support: put together, looked into, saved. */
const giveBundle: Walk = async ({ ask }) => {
  const id = idOf(await ask('diagnostics.prepareBundle', {}));
  if (id === null) return;
  await ask('diagnostics.bundleText', { id, name: 'README.txt', from: 0 });
  for (const _ of [1, 2]) await ask('diagnostics.saveBundle', { id });
};

/** The first page of the app, as a person fills it in: each step is proved before the next. */
const connectAgain: Walk = async ({ ask, services: { operator, relay } }) => {
  const { apiKeyHeader, apiKey, username, password } = operator.settings;
  const address = { environment: 'uat', baseUrl: operator.url, apiKeyHeader };
  const credentials = { apiKey, username, password };
  const customer = { id: notable.customerId, name: 'Fleet North' };
  await ask('connect.checkLogin', { address, credentials });
  await ask('connect.customers', { address, credentials });
  await ask('connect.checkRelay', { ...relay, environment: 'uat', customerId: notable.customerId });
  await ask('connect.save', { address, credentials, customer, relay });
};

/** A job goes to a file and comes back from it. */
const handOver: Walk = async ({ ask, chance }) => {
  const jobId = await jobWithCar(ask, chance);
  const given = z.object({ path: z.string().nullable() });
  for (const _ of [1, 2]) {
    const path = given.safeParse(
      await ask('handover.give', { jobId, passphrase: PASSPHRASE, receiver: null }),
    );
    if (!path.success || path.data.path === null) continue;
    const file = (await readFile(path.data.path)).toString('base64');
    await ask('handover.take', { file, passphrase: PASSPHRASE, reason: 'It came back' });
    return;
  }
};

/** A person steers what waits behind a car that the operator is slow to make. */
const steerQueue: Walk = async ({ ask, chance, services: { operator } }) => {
  operator.settings.latencyMs = 300;
  try {
    const jobId = await jobWithCar(ask, chance);
    await ask('jobs.skipStep', { jobId, step: 'before', reason: 'For the test' });
    await ask('jobs.installBox', {
      jobId,
      serialNumber: notable.boxes.withoutService,
      reason: 'For the test',
    });
    const act = async (
      name: 'queue.hold' | 'queue.release' | 'queue.cancel' | 'queue.correct',
      more = {},
    ) => {
      for (const operation of await operationsOf(ask))
        await ask(name, { operationId: operation.id, seen: seenOf(operation), ...more });
    };
    await act('queue.hold');
    const [made] = await operationsOf(ask);
    if (made !== undefined && chance.chance(0.5)) {
      const seen = { operationId: made.id, seen: seenOf(made) };
      await ask('queue.cancel', { ...seen, dependants: null });
      for (const lost of (await operationsOf(ask, 'all')).filter(({ id }) => id === made.id))
        await ask('queue.moveToCar', { operationId: lost.id, seen: seenOf(lost), carId: 20_002 });
    }
    await act('queue.release');
    operator.settings.latencyMs = 0;
    await untilDone(async () => (await operationsOf(ask)).find(({ state }) => state === 'blocked') ?? null);
    await act('queue.correct', {
      values: { serialNumber: chance.pick(notable.boxes.freeLarge) },
      reason: 'Read again',
    });
    await act('queue.cancel', { dependants: (await operationsOf(ask)).map(({ id }) => id) });
  } finally {
    operator.settings.latencyMs = 0;
  }
};

async function operationsOf(ask: Ask, which: 'unfinished' | 'all' = 'unfinished') {
  const list = await ask('queue.list', { which, limit: 50 });
  return z.object({ operations: z.array(operationView) }).safeParse(list).data?.operations ?? [];
}

/** Alike cars: the second one takes over what the first one had. */
const fitSeries: Walk = async ({ ask, chance }) => {
  const like = await jobWithCar(ask, chance);
  await ask('jobs.skipStep', { jobId: like, step: 'keyfob', reason: 'None' });
  await ask('jobs.skipStep', { jobId: like, step: 'before', reason: 'For the test' });
  await ask('jobs.installBox', {
    jobId: like,
    serialNumber: chance.pick(notable.boxes.free),
    reason: 'For the test',
  });
  await ask('jobs.chooseGroup', { jobId: like, group: { name: 'New arrivals' } });
  const next = await ask('series.begin', { planned: 3, like });
  const jobId = idOf(next);
  const car = {
    name: '',
    licensePlate: `M SE ${numberOf(chance)}`,
    vin: '',
    brand: 'Ford',
    model: 'Transit',
  };
  await ask('jobs.createCar', { jobId, car });
  await ask('jobs.skipStep', { jobId, step: 'before', reason: 'For the test' });
  await ask('series.fit', { jobId, serialNumber: chance.pick(notable.boxes.free), reason: 'For the test' });
  const seriesId = seriesOf.safeParse(next).data?.series.id;
  if (seriesId !== undefined) await ask('series.next', { seriesId });
};

/** The label of a Box that is taken already. */
const labelAfterwards: Walk = async ({ ask, chance }) => {
  const jobId = await jobWithCar(ask, chance);
  const serialNumber = chance.pick(notable.boxes.freeSmall);
  await ask('jobs.skipStep', { jobId, step: 'before', reason: 'For the test' });
  await ask('jobs.installBox', { jobId, serialNumber, reason: 'For the test' });
  await ask('jobs.photographLabelAfterwards', { jobId, jpeg: jpegOf(numberOf(chance)), codes: [] });
  await ask('jobs.readLabelAfterwards', { jobId, serialNumber });
};

/** The car is tested with an access that the operator has given. */
const testCar: Walk = async ({ ask, chance }) => {
  const jobId = await jobInKnownCar(ask, notable.plates.withoutBox, 'installation');
  await ask('jobs.skipStep', { jobId, step: 'keyfob', reason: 'None' });
  await ask('jobs.skipStep', { jobId, step: 'before', reason: 'For the test' });
  await ask('jobs.installBox', {
    jobId,
    serialNumber: chance.pick(notable.boxes.free),
    reason: 'For the test',
  });
  await ask('jobs.skipStep', { jobId, step: 'fitting', reason: 'For the test' });
  await ask('jobs.chooseGroup', { jobId, group: { name: 'New arrivals' } });
  await ask('jobs.verify', { jobId, userId: notable.testUserId, minutes: 30 });
  await untilDone(() => ask('jobs.extendTestAccess', { jobId, minutes: 60 }));
  await untilDone(() => ask('jobs.recordAccess', { jobId, what: 'opened', worked: chance.chance(0.5) }));
  if (chance.chance(0.5)) await ask('jobs.proveAccess', { jobId });
  else await ask('jobs.handOverNotWorking', { jobId, reason: 'The antenna is on order' });
  await ask('jobs.removeTestAccess', { jobId });
  await ask('jobs.finish', { jobId });
};

/** A supervisor asks for a job to be done again, and it goes back. */
const doAgain: Walk = async ({ ask, chance }) => {
  const jobId = await jobWithCar(ask, chance);
  const verdict = {
    verdict: 'rework',
    reason: 'other',
    comment: 'Once more',
    pin: { at: 'job' },
    basedOn: 0,
  };
  await untilDone(() => ask('reviewing.review', { jobId, ...verdict }));
  await untilDone(() => ask('reviewing.beginRework', { jobId }));
  const asked = sentJob.safeParse(await ask('jobs.get', { jobId })).data?.review;
  await ask('reviewing.sendBack', { jobId, note: 'It is done again', review: asked?.id });
};

/** A car is removed here and elsewhere, and the order elsewhere is taken back. */
const removeAndWithdraw: Walk = async ({ ask, chance }) => {
  const words = chance.pick(notable.plates.alsoWithoutBox);
  const jobId = await jobInKnownCar(ask, words, 'installation');
  await ask('jobs.discard', { jobId, reason: 'For the test' });
  const found = await ask('removal.look', { subject: 'car', words });
  const digest = z.object({ findings: z.object({ digest: z.string() }) }).safeParse(found).data
    ?.findings.digest;
  if (digest === undefined) return;
  const after = await ask('removal.remove', { digest, reason: 'Asked in writing', request: 'the-person' });
  const sent = z.object({ sent: z.array(withId) }).safeParse(after).data?.sent ?? [];
  for (const { id } of sent) await ask('removal.withdraw', { id });
};

/** The accesses that went with a Box are made again. */
const restoreAccesses: Walk = async ({ ask }) => {
  const jobId = await jobInKnownCar(ask, notable.plates.inAnotherCar, 'swap');
  await ask('jobs.chooseLeavingBox', { jobId, box: { serialNumber: notable.boxes.installed }, reason: '' });
  const read = sentJob.safeParse(await ask('jobs.readLosses', { jobId })).data;
  if (read === undefined || read.kind === 'installation') return;
  const reason = { code: 'defective', text: 'Worn' };
  await ask('jobs.installBox', { jobId, serialNumber: notable.boxes.free[7], reason: 'For the test' });
  await ask('jobs.takeOut', { jobId, reason, seenAt: read.removal.losses?.readAt });
  const keysOf = async () => {
    const now = sentJob.safeParse(await ask('jobs.get', { jobId })).data;
    const offered = now?.kind === 'swap' ? now.restores.filter(({ offer }) => offer === 'yes') : [];
    return offered.map(({ key }) => key);
  };
  await untilDone(async () => await ask('jobs.restore', { jobId, keys: await keysOf() }));
};

const walks: readonly [Walk, ...Walk[]] = [
  lockAndOpen,
  planCars,
  giveBundle,
  connectAgain,
  handOver,
  steerQueue,
  fitSeries,
  labelAfterwards,
  testCar,
  doAgain,
  removeAndWithdraw,
  restoreAccesses,
];

/** Takes one of the ways that made-up calls do not find: each of its calls needs what the one before answered. */
export const walkOffice = (surroundings: Surroundings): Promise<void> =>
  surroundings.chance.pick(walks)(surroundings);

const TRIES = 40;
const TRY_EVERY_MS = 25;

/** Until the app answers; what never comes is left. */
async function untilDone(look: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; tries < TRIES && (await look()) === null; tries += 1) await pause(TRY_EVERY_MS);
}
