import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { LaunchedApp } from '../host/launch.ts';
import { notable } from '../operator/seed/notable.ts';
import { dayWorker } from './fixture/day-worker.ts';
import { drive, KNOWN_CAR, section } from './fixture/drive.ts';
import {
  attachBoth,
  openInstructions,
  pdf,
  picture,
  publishInstruction,
  writeInstruction,
} from './fixture/instructions.ts';
import { photograph } from './fixture/photograph.ts';
import { openJob, stageJob } from './fixture/stage.ts';
import { expect, test } from './fixture/workshop.ts';

/* A supervisor's PDF and picture reach the bay and are there without any connection. */

const BRAND = 'Volkswagen';
const MODEL = 'Caddy';
/** Both are Caddys. */
const [FITTED_BEFORE, NEXT] = [20_002, 20_004];
const TITLE = 'Box behind the glove box';
const NOTE = 'Remove the three screws of the lower panel.';

test('a supervisor’s PDF and picture are at the Box step of an installer who is offline, beside the mounting notes', async ({
  workshop,
}) => {
  const { operator } = workshop;
  const office = await workshop.open({
    BOXWRIGHT_DATA_DIR: await mkdtemp(join(tmpdir(), 'boxwright-desk-')),
    BOXWRIGHT_RELAY_TOKEN: workshop.supervisorToken,
  });
  await drive(office.page, { ...KNOWN_CAR, worker: 'Office Tester' }, { to: 'home' });
  await openInstructions(office.page);
  await writeInstruction(office.page, { Brand: BRAND, Model: MODEL, Title: TITLE, Note: NOTE });
  await attachBoth(office.page);
  await publishInstruction(office.page);

  const online = await workshop.open();
  const { page } = online;
  await drive(page, KNOWN_CAR, { to: 'home' });
  const key = [...operator.state.keys.values()].find(
    ({ brand, boxSapNumber }) => brand === BRAND && boxSapNumber,
  );
  if (key === undefined) throw new Error('no key of that make');
  await dayWorker(page).work({
    plate: notable.plates.alsoWithoutBox[0],
    carId: FITTED_BEFORE,
    brand: BRAND,
    model: MODEL,
    keyId: key.id,
    serial: notable.boxes.free[1],
    group: notable.emptyGroup,
    testUser: notable.testUserId,
  });
  const job = await stageJob(page, { car: NEXT, atBox: true });
  const filesHere = () =>
    page.evaluate(async (jobId) => {
      const answer = await window.boxwright.instructions.ofJob({ jobId });
      const [best] = answer.ok ? answer.value.instructions : [];
      return best?.content.files.filter(({ here }) => here).length ?? 0;
    }, job);
  await expect.poll(filesHere).toBe(2);

  await operator.stop();
  await workshop.stopRelay();
  await online.close();
  const bay = await workshop.open();
  await expect(bay.page.getByText('Relay connected')).toHaveCount(0);
  await openJob(bay.page, job);
  await seesInstructions(bay);
});

async function seesInstructions(bay: LaunchedApp): Promise<void> {
  const { page } = bay;
  const shown = section(page, 'How to fit it here');
  await expect(page.getByRole('heading', { level: 1, name: 'Which Box goes in?' })).toBeVisible();
  await expect(shown).toContainText(TITLE);
  await expect(shown).toContainText(`For ${BRAND} ${MODEL}`);
  await expect(shown).toContainText(NOTE);
  await expect(shown).toContainText('Office Tester');
  await expect(section(page, 'Earlier positions of the Box')).toContainText(
    'Under the dashboard, driver’s side',
  );
  await photograph(page, 'instructions-offline');

  await shown.getByRole('button', { name: `Enlarge ${picture.name}` }).click();
  const large = page.getByRole('dialog', { name: picture.name });
  await expect(large.getByRole('img', { name: picture.name })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(large).toHaveCount(0);
  await shown.getByRole('button', { name: `Open ${pdf.name}` }).click();
  // The Chromium host names the file that the desktop opens.
  if (bay.host.host === 'chromium') {
    await expect.poll(() => openedFile(bay.output())).toEqual(pdf.buffer);
  }
}

/** The bytes of the file that was opened last; null = none. */
function openedFile(output: string): Buffer | null {
  const named = [...output.matchAll(/^host file (".*")$/gm)].at(-1)?.[1];
  return named === undefined ? null : readFileSync(z.string().parse(JSON.parse(named)));
}
