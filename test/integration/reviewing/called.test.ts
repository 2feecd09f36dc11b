import { expect, onTestFinished, test, vi } from 'vitest';
import { createTranslator } from '../../../electron/base/translator.ts';
import { createCar } from '../../../electron/jobs/steps/car.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { unbegunReworkSince } from '../../../electron/db/tables/queue/reviews.ts';
import { viewJob } from '../../../electron/jobs/view.ts';
import { hasOpenWork } from '../../../electron/app/app-calls.ts';
import type { OpenProfile } from '../../../electron/session/open-profile.ts';
import { writeReview } from '../../../electron/supervision/reviewing/reviewing.ts';
import type { JobId } from '../../../shared/ids.ts';
import type { Place } from '../../../shared/ipc/messages.ts';
import { WHOLE_JOB } from '../../../shared/relay/reviews.ts';
import { type LaptopPlace, openLaptop } from '../relay-uploads/laptop.ts';
import { runningRelay, tokenFor } from '../relay/running-relay.ts';
import { tempFolder } from '../relay/temp-folder.ts';
import { CUSTOMER } from '../relay/webhooks.ts';

const until = (holds: () => unknown) => vi.waitFor(holds);

/** A relay, an installer's laptop and a supervisor's, and what the installer's showed on its screen. */
async function workshop() {
  const relay = await runningRelay();
  let opened = 0;
  const place = async (role: 'installer' | 'supervisor'): Promise<LaptopPlace> => {
    // A second key under the name of another laptop would not be trusted.
    opened += 1;
    const { token } = await tokenFor(relay, [CUSTOMER], role, `${role} ${opened}`);
    return { dataDir: tempFolder(), relayUrl: relay.url, token };
  };
  const shown: { readonly title: string; readonly body: string; readonly place: Place }[] = [];
  const bay = await place('installer');
  const openBay = ({ namesCars = true } = {}) => {
    const laptop = openLaptop(bay, undefined, {
      notifier: { show: (notice) => void shown.push(notice) },
      signs: { show: () => undefined },
      wanted: () => true,
      namesCars: () => namesCars,
      translate: createTranslator('en'),
    });
    onTestFinished(laptop.close);
    return laptop;
  };
  const office = openLaptop(await place('supervisor'));
  onTestFinished(office.close);
  return { shown, openBay, office };
}

const sendBack = ({ reviewing }: OpenProfile, jobId: JobId) =>
  writeReview(reviewing.parts, {
    jobId,
    verdict: 'rework',
    reason: 'wrong-place',
    comment: 'Mr Secret’s van: behind the glovebox, please',
    pin: WHOLE_JOB,
    basedOn: 0,
  });

test('an installer is called when a job is sent back, once, and led to it', async () => {
  const { shown, openBay, office } = await workshop();
  const bay = openBay();
  const job = startJob(bay.jobs);
  createCar(bay.jobs, job, {
    name: 'Van 3',
    licensePlate: 'M BX 3',
    vin: '',
    brand: 'Ford',
    model: 'Transit',
  });
  sendBack(office, job);
  await until(() =>
    expect(shown).toEqual([
      {
        title: '1 job needs rework',
        // Neither who asks nor what they wrote: others may see the screen.
        body: 'M BX 3: a supervisor asks for rework.',
        place: { screen: 'job', jobId: job },
      },
    ]),
  );
  await bay.close();

  // After a restart the next one is announced, and not the old one.
  const again = openBay();
  const next = startJob(again.jobs);
  sendBack(office, next);
  await until(() => expect(shown).toHaveLength(2));
  expect(shown[1]).toMatchObject({ title: '1 job needs rework', place: { screen: 'job', jobId: next } });
});

test('behind a locked window the installer is called without the car', async () => {
  const { shown, openBay, office } = await workshop();
  const bay = openBay({ namesCars: false });
  const job = startJob(bay.jobs);
  createCar(bay.jobs, job, {
    name: 'Van 3',
    licensePlate: 'M BX 3',
    vin: '',
    brand: 'Ford',
    model: 'Transit',
  });
  sendBack(office, job);
  await until(() => expect(shown).toMatchObject([{ body: 'A supervisor asks for rework.' }]));
});

test('sending back a job of one’s own laptop raises no notice', async () => {
  const { shown, openBay, office } = await workshop();
  const bay = openBay();
  const [own, others] = [startJob(office.jobs), startJob(bay.jobs)];
  sendBack(office, own);
  sendBack(office, others);
  await until(() => expect(shown).toMatchObject([{ place: { screen: 'job', jobId: others } }]));
  const inOffice = unbegunReworkSince(office.database.sqlite, 0);
  expect(inOffice).toEqual([]);
});

test('a finished job that was sent back is a loose end until a person begins with it', async () => {
  const { openBay, office } = await workshop();
  const bay = openBay();
  const job = startJob(bay.jobs);
  bay.database.write(({ sqlite }) => sqlite.prepare('UPDATE job SET finished_at = 1').run());
  await until(() => expect(hasOpenWork(bay)).toBe(false));
  sendBack(office, job);
  await until(() => expect(bay.uploadState().state).toBe('up-to-date'));
  await until(() =>
    expect(viewJob({ ...bay.jobs, connection: bay.engine.connection }, job).review?.state).toBe(
      'rework-asked',
    ),
  );
  await until(() => expect(bay.uploadState().state).toBe('up-to-date'));
  expect(hasOpenWork(bay)).toBe(true);
});
