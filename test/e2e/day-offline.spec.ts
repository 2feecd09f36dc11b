import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { projectRoot } from '../host/electron/settings.ts';
import type { InstallationView } from '../../shared/domain/job.ts';
import { logPage, type KeptLogEntry } from '../../shared/relay/log.ts';
import { notable } from '../operator/seed/notable.ts';
import { connectAgain } from './fixture/connection.ts';
import { planDay } from './fixture/day-plan.ts';
import { dayWorker } from './fixture/day-worker.ts';
import { atHome, drive, finish, KNOWN_CAR, section } from './fixture/drive.ts';
import { countedWrites, heldAbout, writesOf } from './fixture/operator-record.ts';
import { keepQuickChecklists } from './fixture/quick-checklist.ts';
import { expect, test, type Workshop } from './fixture/workshop.ts';

/* A day of jobs with photos offline, two crashes, nothing asked twice. */

const GROUP = 'Day shift';
/** One through the screens, the others by the calls that the screens make; forty in all in the long run. */
const BY_CALLS = process.env['BOXWRIGHT_FULL_DAY'] === '1' ? 39 : 11;
const PHOTO = join(projectRoot, 'docs/pictures/home.png');
const TRIED = ['CarOpened', 'CarClosed'];

test('a day of many jobs without a connection, the app killed twice: everything drains, nothing is asked twice @long', async ({
  app,
  workshop,
}) => {
  await keepQuickChecklists(app.dataDir);
  const { operator } = workshop;
  const plan = planDay(operator, BY_CALLS, GROUP);
  const [firstKill, secondKill] = [Math.floor(BY_CALLS / 3), Math.floor((2 * BY_CALLS) / 3)];

  const morning = await workshop.open();
  await drive(morning.page, KNOWN_CAR, { to: 'home' });
  await operator.stop();
  await fitOnScreen(morning.page);
  const done = new Map<string, unknown>();
  let { page, kill } = morning;
  for (const [index, job] of plan.entries()) {
    if (index === firstKill || index === secondKill) {
      // In the middle of a job: its photo is kept, what comes after it may be or not.
      const working = dayWorker(page).work(job);
      await expect.poll(() => hasPhoto(page, job.plate)).toBe(true);
      await Promise.all([kill(), working.catch(() => undefined)]);
      ({ page, kill } = await workshop.open());
      await atHome(page);
      const kept = new Map((await dayWorker(page).views()).map((view) => [view.car?.licensePlate, view]));
      for (const [plate, decided] of done) expect(decisions(kept.get(plate)), plate).toEqual(decided);
      expect(kept.get(job.plate)?.checklist.answers).toHaveProperty('photo-place');
    }
    done.set(job.plate, decisions(await dayWorker(page).work(job)));
  }
  expect(writesOf(operator)).toEqual([]);

  await connectAgain(page, operator);
  const worker = dayWorker(page);
  const openAccesses = async () =>
    (await worker.jobs()).filter(({ testAccessOpen, unfinished }) => testAccessOpen && unfinished === 0);
  await expect.poll(async () => (await openAccesses()).length).toBe(1 + BY_CALLS);

  const jobs = await openAccesses();
  const byCalls = jobs.filter(({ car }) => car?.licensePlate !== notable.plates.withoutBox);
  for (const { id } of byCalls) await worker.tryTheCar(id);
  await page.getByRole('link', { name: 'Home' }).click();
  await section(page, 'In progress')
    .getByRole('link', { name: `Continue: ${notable.plates.withoutBox}` })
    .click();
  await drive(page, KNOWN_CAR, { from: 'opened-and-closed' });
  await finish(page);
  await expect
    .poll(async () => (await worker.jobs()).filter(({ unfinished }) => unfinished > 0).length)
    .toBe(0);
  for (const { id } of byCalls) await worker.finish(id);

  // Every job shows its result.
  const today = section(page, 'Done today').getByRole('article');
  await expect(today).toHaveCount(1 + BY_CALLS);
  await expect(today.filter({ hasText: 'Everything is confirmed by the operator.' })).toHaveCount(
    1 + BY_CALLS,
  );
  await expect(section(page, 'Needs you')).toHaveCount(0);

  // The operator's own record: every effect, each exactly once.
  const created = plan.filter(({ carId }) => carId === null).length;
  expect(countedWrites(operator)).toEqual({
    'PUT /cars': created,
    'PUT /groups': 1,
    'PUT /installations': 1 + BY_CALLS,
    'PUT /groups/{groupId}/cars': 1 + BY_CALLS,
    'PUT /assignments': 1 + BY_CALLS,
    'PUT /events': 2 * (1 + BY_CALLS),
    'DELETE /assignments/{assignmentId}': 1 + BY_CALLS,
  });
  for (const { plate, serial } of plan) {
    expect(heldAbout(operator, plate), plate).toEqual({
      cars: 1,
      boxes: [serial],
      groups: expect.arrayContaining([GROUP]),
      events: TRIED,
      testAccesses: 0,
    });
  }
  expect(operator.violations.all).toEqual([]);

  await nothingAskedTwice(workshop, 1 + BY_CALLS);
});

/** A known car through the screens, a photo with its checklist, up to where only the operator's result is missing. */
async function fitOnScreen(page: Page): Promise<void> {
  await drive(page, KNOWN_CAR, { from: 'car', to: 'keyfob' });
  await drive(page, KNOWN_CAR, { from: 'before', to: 'before' });
  await page.getByLabel('Serial number').fill(KNOWN_CAR.serial);
  await expect(page.getByText('Right variant', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Fit this Box' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.locator('[data-item="photo-place"] input[type=file]').setInputFiles(PHOTO);
  await expect(page.locator('[data-item="photo-place"]').getByRole('img')).toHaveCount(1);
  await drive(page, KNOWN_CAR, { from: 'fitting', to: 'group' });
  await page.getByRole('combobox', { name: 'Search a user' }).fill(KNOWN_CAR.testUser);
  await page.getByRole('option', { name: KNOWN_CAR.testUser }).click();
  await page.getByRole('button', { name: 'Start test access' }).click();
  await expect(page.getByRole('heading', { name: 'Waiting for the operator' })).toBeVisible();
}

/** The answers of a person in a job, which must never be asked again. */
const decisions = (job: InstallationView | undefined) =>
  job && {
    plate: job.car?.licensePlate,
    key: job.key?.id,
    answers: job.checklist.answers,
    complete: job.checklist.complete,
    box: job.box?.serialNumber,
    group: job.group?.name,
    testUser: job.verification.userId,
    phase: job.verification.phase,
  };

async function hasPhoto(page: Page, plate: string): Promise<boolean> {
  return page.evaluate(async (wanted) => {
    const list = await window.boxwright.jobs.list({});
    const job = list.ok ? list.value.jobs.find(({ car }) => car?.licensePlate === wanted) : undefined;
    const view = job === undefined ? null : await window.boxwright.jobs.get({ jobId: job.id });
    return view?.ok === true && JSON.stringify(view.value).includes('history.photo-taken');
  }, plate);
}

/** The log as the relay has it: each decision of each job once, and every photo with the bytes of its digest. */
async function nothingAskedTwice({ relayUrl, env }: Workshop, jobs: number): Promise<void> {
  const read = (path: string, more: Readonly<Record<string, string>> = {}) => {
    const query = new URLSearchParams({
      environment: 'uat',
      customerId: String(notable.customerId),
      ...more,
    });
    return fetch(`${relayUrl}${path}?${query.toString()}`, {
      headers: { authorization: `Bearer ${env['BOXWRIGHT_RELAY_TOKEN'] ?? ''}` },
    });
  };
  const entries = async (type: string): Promise<readonly KeptLogEntry[]> => {
    const kept: KeptLogEntry[] = [];
    for (let after = 0, more = true; more;) {
      const page = logPage.parse(
        await (await read('/v1/log-entries', { type, limit: '500', after: String(after) })).json(),
      );
      kept.push(...page.entries);
      [after, more] = [page.cursor, !page.upToDate];
    }
    return kept;
  };
  await expect.poll(async () => (await entries('job-finished')).length).toBe(jobs);
  // Each of its two parts is closed once.
  const closed = (await entries('checklist-completed')).map(({ jobId, data }) => `${jobId} ${data}`);
  expect(closed).toHaveLength(2 * jobs);
  expect(new Set(closed).size).toBe(closed.length);
  for (const type of [
    'job-started',
    'key-chosen',
    'photo-taken',
    'box-chosen',
    'group-chosen',
    'verification-started',
  ]) {
    const ofJobs = (await entries(type)).map(({ jobId }) => jobId);
    expect(ofJobs, type).toHaveLength(jobs);
    expect(new Set(ofJobs).size, type).toBe(jobs);
  }
  const answered = (await entries('checklist-answered')).map(({ jobId, data }) => `${jobId} ${itemOf(data)}`);
  expect(answered).toHaveLength(3 * jobs);
  expect(new Set(answered).size).toBe(answered.length);

  const digests = (await entries('photo-taken')).map(({ data }) => tells.parse(JSON.parse(data)).digest);
  for (const digest of digests) {
    await expect.poll(async () => digestOf(await read(`/v1/attachments/${digest}`))).toBe(digest);
  }
}

/** The facts of these entries. */
const tells = z.object({ item: z.string(), digest: z.string().default('') });
const itemOf = (data: string): string => tells.parse(JSON.parse(data)).item;

async function digestOf(answer: Response): Promise<string | number> {
  if (!answer.ok) return answer.status;
  return createHash('sha256')
    .update(new Uint8Array(await answer.arrayBuffer()))
    .digest('hex');
}
