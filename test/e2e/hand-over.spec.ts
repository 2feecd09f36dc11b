import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { notable } from '../operator/seed/notable.ts';
import { atHome, section } from './fixture/drive.ts';
import { countedWrites } from './fixture/operator-record.ts';
import { photograph } from './fixture/photograph.ts';
import { openJob, stageJob } from './fixture/stage.ts';
import { expect, test } from './fixture/workshop.ts';

/* A job in a locked file to another laptop. */

const WORDS = 'correct horse 7';

test('a job is handed to another laptop in a locked file and goes on there; no request reaches the operator twice @long', async ({
  workshop,
  app,
}) => {
  const one = await workshop.open();
  const job = await stageJob(one.page, { car: 20002, serial: notable.boxes.free[0] });
  await expect.poll(() => countedWrites(workshop.operator)).toEqual({ 'PUT /installations': 1 });
  await openJob(one.page, job);
  // An operation in flight cannot be given.
  await expect(
    one.page.getByRole('navigation').getByRole('button', { name: /^Box\s*Not compared/ }),
  ).toBeVisible();
  // The car was known before: the operator got no request about it.
  await expect(one.page.getByRole('navigation').getByRole('button', { name: /^Car\s*Done/ })).toBeVisible();
  await one.page.getByRole('button', { name: 'Transfer', exact: true }).click();
  const dialog = one.page.getByRole('dialog', { name: 'Transfer to another laptop' });
  await dialog.getByLabel('Passphrase').fill(WORDS);
  await photograph(one.page, 'hand-over-give');
  await dialog.getByRole('button', { name: 'Transfer', exact: true }).click();
  await expect(one.page.getByRole('heading', { level: 1, name: 'Transferred' })).toBeVisible();
  await expect(one.page.getByText('Another laptop continues this job.')).toBeVisible();
  await photograph(one.page, 'hand-over-given');
  // The job is given in one commit; its file is written after that.
  await expect.poll(() => filesIn(app.dataDir)).toHaveLength(1);
  await one.close();

  const dataDir = await mkdtemp(join(tmpdir(), 'boxwright-other-'));
  const [file] = await filesIn(app.dataDir);
  if (file === undefined) throw new Error('a file was written');
  // The file itself is opened, as by a double click: it leads to the take-over.
  const two = await workshop.open({ BOXWRIGHT_DATA_DIR: dataDir }, [file]);
  const { page } = two;
  const take = page.getByRole('dialog', { name: 'Take over a job' });
  await expect(take.getByRole('button', { name: basename(file) })).toBeVisible();
  await take.getByLabel('Passphrase').fill('something else');
  await take.getByRole('button', { name: 'Take over', exact: true }).click();
  await expect(take.getByRole('alert')).toContainText('This passphrase does not open the file');
  await photograph(page, 'hand-over-take');
  await take.getByLabel('Passphrase').fill(WORDS);
  await take.getByRole('button', { name: 'Take over', exact: true }).click();
  await expect(page.getByLabel('Search or name a group')).toBeVisible();
  await page.getByRole('button', { name: 'Leave, keep all' }).click();
  await atHome(page);
  await expect(section(page, 'In progress').getByRole('article')).toHaveCount(1);
  expect(countedWrites(workshop.operator)).toEqual({ 'PUT /installations': 1 });
  await two.close();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
});

async function filesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder);
  return names.filter((name) => name.endsWith('.boxwright-job')).map((name) => join(folder, name));
}
