import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { allMountings, readLogFeed } from '../../../electron/db/tables/directory/mountings.ts';
import { openDirectoryFile } from '../../../electron/directory/directory.ts';
import { loadInstallation } from '../../../electron/jobs/change.ts';
import { isUsable } from '../../../electron/jobs/box-lookup.ts';
import { markBox } from '../../../electron/jobs/boxes.ts';
import { checklistOf, knownOf } from '../../../electron/jobs/job-checklist.ts';
import { annotatePhoto, addPhoto } from '../../../electron/jobs/pictures.ts';
import { mountingMemory } from '../../../electron/jobs/mountings.ts';
import { createSharedMountings } from '../../../electron/jobs/shared-mountings.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { chooseCar } from '../../../electron/jobs/steps/car.ts';
import { installBox } from '../../../electron/jobs/steps/box.ts';
import { answerItem, completeChecklist } from '../../../electron/jobs/steps/fitting.ts';
import { operationsOfJob } from '../../../electron/db/tables/queue/operations.ts';
import { insertReview } from '../../../electron/db/tables/queue/reviews.ts';
import type { OpenProfile } from '../../../electron/session/open-profile.ts';
import { askedItems, isAnswered } from '../../../shared/domain/checklist-asking.ts';
import type { ChecklistItem } from '../../../shared/domain/checklist.ts';
import { foldSerial } from '../../../shared/domain/serial.ts';
import { carId, type JobId } from '../../../shared/ids.ts';
import { car } from '../../../shared/operator/resources.ts';
import { err, ok } from '../../../shared/result.ts';
import type { Instant } from '../../../shared/time.ts';
import { relayError } from '../../../electron/relay/relay-error.ts';
import { sharedNote, sharedNotePage } from '../../../shared/relay/log.ts';
import { reviewId } from '../../../shared/relay/reviews.ts';
import { openJobs } from '../../unit/jobs/bench.ts';
import { problemCodeOf } from '../db/problem-code.ts';
import { writtenHere } from '../directory/written-here.ts';
import { runningRelay, tokenFor } from '../relay/running-relay.ts';
import { tempFolder } from '../relay/temp-folder.ts';
import { uuid } from '../relay/uuid.ts';
import { CUSTOMER } from '../relay/webhooks.ts';
import { openLaptop } from './laptop.ts';
import { madeJpeg } from '../../pictures/made-pictures.ts';

const jpeg = (mark: number) => madeJpeg(String(mark));

async function workshop() {
  const relay = await runningRelay();
  let laptops = 0;
  const place = async () => {
    laptops += 1;
    // A laptop with the name of another one would not be believed.
    const { token } = await tokenFor(relay, [CUSTOMER], 'installer', `Bay ${laptops}`);
    return { dataDir: tempFolder(), relayUrl: relay.url, token };
  };
  const open = async (at?: Awaited<ReturnType<typeof place>>) => {
    const laptop = openLaptop(at ?? (await place()));
    onTestFinished(laptop.close);
    for (const [id, brand, model] of [
      [1, 'Ford', 'Transit'],
      [2, 'FORD', 'Transit '],
      [3, 'Ford', 'Focus'],
    ] as const) {
      laptop.directory.recordCar(
        car.parse({ id, name: `Car ${id}`, licensePlate: `M BX ${id}`, brand, model }),
      );
    }
    await laptop.directory.written();
    return laptop;
  };
  return { relay, open, place };
}

/** A finished checklist of this car; answers its job. */
async function fit(
  { jobs }: OpenProfile,
  carNumber: number,
  { place, where, note, photo }: { place: string; where?: string; note?: string; photo?: number },
): Promise<JobId> {
  const job = startJob(jobs);
  chooseCar(jobs, job, carId.parse(carNumber));
  answerItem(jobs, job, 'mounting-place', place);
  if (where !== undefined) answerItem(jobs, job, 'mounting-place-where', where);
  if (note !== undefined) answerItem(jobs, job, 'note', note);
  if (photo !== undefined) await addPhoto(jobs, job, 'photo-place', jpeg(photo));
  close({ jobs }, job);
  return job;
}

function close({ jobs }: Pick<OpenProfile, 'jobs'>, job: JobId): void {
  for (;;) {
    const { data } = loadInstallation(jobs.database.sqlite, job);
    const { template, answers } = checklistOf(jobs, data);
    const next = askedItems(template, answers, knownOf(data)).find(
      (item) => item.required && !isAnswered(item, answers, knownOf(data)),
    );
    if (next === undefined) break;
    answerItem(jobs, job, next.id, answerOf(next));
  }
  installBox(jobs, job, '0217700123456');
  completeChecklist(jobs, job, 'before');
  completeChecklist(jobs, job, 'after');
}

function answerOf(item: ChecklistItem): string | number | boolean {
  if (item.type === 'confirm') return true;
  if (item.type === 'choice') return item.options[0]?.id ?? '';
  return item.type === 'number' ? item.max : 'As it should be';
}

function memoryFor({ jobs, others }: OpenProfile, carNumber: number) {
  const job = startJob(jobs);
  chooseCar(jobs, job, carId.parse(carNumber));
  return mountingMemory(jobs, others, job);
}

const isUpToDate = (laptop: OpenProfile) =>
  vi.waitFor(() => expect(laptop.uploadState()).toEqual({ state: 'up-to-date' }));

test('where this laptop put the Box is offered for the next car of that model, the most frequent place first', async () => {
  const { open } = await workshop();
  const laptop = await open();
  await fit(laptop, 1, { place: 'elsewhere', where: 'Behind the glovebox' });
  const second = await fit(laptop, 2, {
    place: 'elsewhere',
    where: 'behind the glove-box',
    note: 'Clip breaks easily',
    photo: 1,
  });
  await fit(laptop, 1, { place: 'under-dashboard' });
  await fit(laptop, 3, { place: 'under-dashboard' });
  laptop.database.write((context) =>
    insertReview(context, {
      id: reviewId.parse('019ab000-0000-7000-8000-000000000001'),
      job_id: second,
      origin: 'relay',
      revision: 1,
      verdict: 'rework',
      reason: 'wrong-place',
      comment: 'Loose',
      pin: '{"at":"job"}',
      worker: 'Sam',
      reviewer: 'Sam',
      received_at: 1,
      signature: 'verified',
    }),
  );
  const { places } = memoryFor(laptop, 1);
  expect(places).toMatchObject([
    { place: 'elsewhere', jobs: 2, rightFirstTime: 1, notes: ['Clip breaks easily'], lastBy: 'Jo' },
    { place: 'under-dashboard', jobs: 1, rightFirstTime: 1, notes: [], photos: [] },
  ]);
  expect(places[0]?.photos).toHaveLength(1);
  expect(places[1]?.words).toMatchObject({ en: 'Under the dashboard, driver’s side' });
  expect(Object.keys(places[1]?.words ?? {}).toSorted()).toEqual(['de', 'en', 'es', 'fr']);
});

test.each(['removal', 'swap'] as const)('a %s knows where the Box of its model sits', async (kind) => {
  const { open } = await workshop();
  const laptop = await open();
  await fit(laptop, 1, { place: 'under-dashboard' });
  const job = startJob(laptop.jobs, kind);
  chooseCar(laptop.jobs, job, carId.parse(2));
  expect(mountingMemory(laptop.jobs, laptop.others, job).places).toMatchObject([
    { place: 'under-dashboard', jobs: 1 },
  ]);
});

test('colleagues see the blurred picture of a photo and not its original', async () => {
  const { open } = await workshop();
  const laptop = await open();
  const job = await fit(laptop, 1, { place: 'under-dashboard', photo: 1 });
  const [original] = memoryFor(laptop, 1).places[0]?.photos ?? [];
  if (original === undefined) throw new Error('the place has a photo');
  await annotatePhoto(laptop.jobs, job, { of: original, jpeg: jpeg(2), blurred: true });
  close(laptop, job);
  const [blurred] = loadInstallation(laptop.database.sqlite, job).data.annotations;
  expect(memoryFor(laptop, 1).places[0]?.photos).toEqual([blurred?.digest]);
});

test('a job whose checklist is closed twice counts once, with its last state', async () => {
  const { open } = await workshop();
  const laptop = await open();
  const job = await fit(laptop, 1, { place: 'under-dashboard' });
  answerItem(laptop.jobs, job, 'mounting-place', 'elsewhere');
  answerItem(laptop.jobs, job, 'mounting-place-where', 'Under the seat');
  close(laptop, job);
  expect(memoryFor(laptop, 1).places).toMatchObject([
    { place: 'elsewhere', where: 'Under the seat', jobs: 1 },
  ]);
});

test('another laptop’s mountings are read from the relay with their photos, and are shown offline with their age', async () => {
  const { relay, open, place } = await workshop();
  const one = await open();
  await fit(one, 1, { place: 'elsewhere', where: 'Behind the glovebox', photo: 2 });
  await isUpToDate(one);
  const at = await place();
  const other = await open(at);
  expect(memoryFor(other, 2)).toEqual({ places: [], shared: true, readAt: null });
  other.others.startReading();
  await vi.waitFor(() => expect(memoryFor(other, 2).places).toHaveLength(1));
  const { places, readAt } = memoryFor(other, 2);
  expect(readAt).toBeGreaterThan(Date.now() - 60_000);
  const digest = places[0]?.photos[0];
  if (digest === undefined) throw new Error('no photo');
  await vi.waitFor(async () => expect(await other.others.photo(digest)).toMatch(/^data:image\/jpeg;base64,/));
  await other.close();
  await relay.stop();

  const offline = await open(at);
  expect(memoryFor(offline, 2)).toEqual({ places, shared: true, readAt });
  expect(await offline.others.photo(digest)).toMatch(/^data:image\/jpeg;base64,/);
});

test('a Box that another laptop took out as defective is known here, and stays known without a connection', async () => {
  const { relay, open, place } = await workshop();
  const one = await open();
  const takesOut = (serial: string, reason: 'defective' | 'sold') => {
    const job = startJob(one.jobs, 'removal');
    one.database.write((context) =>
      one.jobs.log.append(context, {
        job,
        type: 'box-leaves',
        data: {
          operation: one.jobs.ids.operation(),
          serial,
          reason,
          words: 'Fell off the bench',
          accesses: 0,
          asOf: null,
          source: 'none',
        },
      }),
    );
  };
  takesOut('0217700 123-456', 'defective');
  takesOut('0217700999999', 'sold');
  await isUpToDate(one);
  const at = await place();
  const other = await open(at);
  const knows = ({ jobs }: OpenProfile, serial: string) =>
    jobs.directory.conditionsElsewhere(foldSerial(serial)).length > 0;
  expect(knows(other, '0217700123456')).toBe(false);
  other.others.startReading();
  await vi.waitFor(() => expect(knows(other, '0217700123456')).toBe(true));
  expect(knows(other, '0217700999999')).toBe(false);
  await other.close();
  await relay.stop();
  expect(knows(await open(at), '0217700123456')).toBe(true);
});

test('a Box that one laptop marks is refused on another one, until a laptop marks it as good', async () => {
  const { open, place } = await workshop();
  const one = await open();
  const other = await open(await place());
  const serial = '0217700123456';
  const fits = () => isUsable(other.jobs, '0217700 123-456');
  markBox(one.jobs, serial, 'lost', 'Not on the shelf, Alex looked twice');
  await isUpToDate(one);
  other.others.startReading();
  await vi.waitFor(() => expect(fits()).toBe(false));
  const job = startJob(other.jobs);
  chooseCar(other.jobs, job, carId.parse(1));
  expect(problemCodeOf(() => installBox(other.jobs, job, serial, 'Found it'))).toBe('box-out-of-use');

  markBox(other.jobs, serial, 'good', 'Found in the van');
  expect(fits()).toBe(true);
  await isUpToDate(other);
  expect(isUsable(one.jobs, serial)).toBe(false);
  one.others.startReading();
  await vi.waitFor(() => expect(isUsable(one.jobs, serial)).toBe(true));
  // The words of a mark stay with its laptop and the supervisors.
  expect(JSON.stringify(other.others.copies.prepare('SELECT * FROM box_condition').all())).not.toContain(
    'Alex',
  );
});

test('an installation is not corrected to a Box that is out of use', async () => {
  const { open } = await workshop();
  const { jobs, engine, commands, database } = await open();
  await engine.stop();
  const job = startJob(jobs);
  chooseCar(jobs, job, carId.parse(1));
  installBox(jobs, job, '0217700999999');
  markBox(jobs, '0217700123456', 'defective', 'No light');
  const [id] = operationsOfJob(database.sqlite, job).map((row) => row.id);
  if (id === undefined) throw new Error('nothing was asked for');
  const correct = () => commands.correct(id, { serialNumber: '0217700123456' });
  expect(problemCodeOf(correct)).toBe('box-out-of-use');
  markBox(jobs, '0217700123456', 'good', 'Tried on the bench');
  correct();
  expect(operationsOfJob(database.sqlite, job).map(({ payload }) => payload)).toEqual([
    expect.stringContaining('0217700123456'),
  ]);
});

test('a relay that was set back is read from the beginning', async () => {
  const { open, place } = await workshop();
  const one = await open();
  await fit(one, 1, { place: 'under-dashboard' });
  await isUpToDate(one);
  const at = await place();
  const reader = await open(at);
  reader.others.startReading();
  await vi.waitFor(() => expect(memoryFor(reader, 1).places).toHaveLength(1));
  await reader.close();

  const fresh = await workshop();
  const another = await fresh.open();
  await fit(another, 1, { place: 'elsewhere', where: 'In the roof' });
  await isUpToDate(another);
  const again = await fresh.open({ ...(await fresh.place()), dataDir: at.dataDir });
  again.others.startReading();
  await vi.waitFor(() =>
    expect(memoryFor(again, 1).places.map(({ where }) => where)).toContain('In the roof'),
  );
});

/** Reads notes of these times from a relay that gives one a page, and does not answer after page `answers`. */
function readNotes(times: (now: Instant) => readonly Instant[], answers = Number.POSITIVE_INFINITY) {
  const { target, clock } = openJobs().parts;
  const { database } = openDirectoryFile({
    file: join(tempFolder(), 'directory.db'),
    onCommitted: () => undefined,
    clock,
  });
  onTestFinished(() => database.close());
  const notes = times(clock.now()).map((at, index) =>
    sharedNote.parse({
      sequence: index + 1,
      id: uuid('e', index + 1),
      jobId: uuid('b', 1),
      at,
      type: 'box-mounted',
      data: JSON.stringify({ about: 'ford|transit', place: index === 0 ? 'boot' : 'dash', 'place:en': 'x' }),
    }),
  );
  const others = createSharedMountings({
    ...target,
    database: writtenHere(database),
    client: {
      sharedNotes: async ({ type, after }) => {
        if (after >= answers) return err(relayError('unreachable', 'away'));
        const found = type === 'box-mounted' ? notes.filter(({ sequence }) => sequence > after) : [];
        return ok(
          sharedNotePage.parse({ notes: found.slice(0, 1), cursor: after + 1, upToDate: found.length < 2 }),
        );
      },
      attachment: () => Promise.reject(new Error('no photo is named')),
    },
    clock,
    refreshKeys: async () => undefined,
    isRemoved: () => false,
    report: (cause) => {
      throw cause;
    },
  });
  onTestFinished(others.stop);
  others.startReading();
  return { clock, database, notes };
}

test('a mounting of a time ahead of this clock is as old as its reading, and is replaced by a later one', async () => {
  const { clock, database, notes } = readNotes((now) => [Number.MAX_SAFE_INTEGER, now + 60_000]);
  await vi.waitFor(() => expect(readLogFeed(database.sqlite, 'box-marked')).not.toBeNull());
  expect(allMountings(database.sqlite)).toMatchObject([{ at: clock.now(), data: notes[1]?.data }]);
});

test('notes are as of the last read that came to its end', async () => {
  const whole = readNotes((now) => [now, now]);
  await vi.waitFor(() => expect(readLogFeed(whole.database.sqlite, 'box-marked')).not.toBeNull());
  expect(readLogFeed(whole.database.sqlite, 'box-mounted')?.read_at).toBe(whole.clock.now());
  const interrupted = readNotes((now) => [now, now], 1);
  await vi.waitFor(() => expect(readLogFeed(interrupted.database.sqlite, 'box-leaves')).not.toBeNull());
  expect(readLogFeed(interrupted.database.sqlite, 'box-mounted')).toMatchObject({
    sequence: 1,
    read_at: null,
  });
});
