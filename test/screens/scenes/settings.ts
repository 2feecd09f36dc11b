import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { EVERY_KIND, keepChecklist, keepExample } from '../../e2e/fixture/checklists.ts';
import { press } from '../../e2e/fixture/connect.ts';
import { drive, KNOWN_CAR, leaveStepOut } from '../../e2e/fixture/drive.ts';
import { notable } from '../../operator/seed/notable.ts';
import type { Hands, Place, Scene } from '../scene.ts';

const region = (page: Page, name: string) => page.getByRole('region', { name });

async function openSettings(page: Page): Promise<void> {
  await drive(page, KNOWN_CAR, { to: 'home' });
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
}

const part = (name: string, heading: string): Place => ({
  name,
  at: 'settings',
  go: async ({ page }) => {
    await region(page, heading).scrollIntoViewIfNeeded();
    await expect(region(page, heading)).toBeVisible();
  },
});

const sections: readonly Place[] = [
  {
    name: 'settings-look-and-work',
    at: 'settings',
    go: async ({ page }) => {
      await openSettings(page);
    },
  },
  {
    name: 'settings-checklists',
    at: 'settings',
    go: async ({ page }) => {
      const alert = region(page, 'Checklists').getByRole('alert');
      await alert.scrollIntoViewIfNeeded();
      await expect(alert).toContainText('It is not readable as JSON');
    },
  },
  part('settings-people', 'People at this laptop'),
  {
    name: 'settings-scanner',
    at: 'settings',
    go: async ({ page }) => {
      await press(page, 'Fine tuning');
      await page.getByText('Shortest code').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'settings-connection',
    at: 'settings',
    go: async ({ page }) => page.getByRole('button', { name: 'Change connection' }).scrollIntoViewIfNeeded(),
  },
  part('settings-updates', 'Version and updates'),
  {
    name: 'settings-disconnect',
    at: 'settings',
    go: async ({ page }) => {
      await press(page, 'Disconnect');
      await expect(page.getByRole('dialog', { name: 'Disconnect' })).toBeVisible();
    },
  },
  {
    name: 'settings-assumptions',
    at: 'settings',
    go: async ({ page }) => {
      await press(page, 'Stay connected');
      await page.getByRole('button', { name: 'Names in this environment' }).click();
      await page.getByLabel('List of groups', { exact: true }).fill('vehicle groups');
      await expect(page.getByText('A path that begins with / and keeps the gaps of /groups.')).toBeVisible();
    },
  },
];

const addDialog = (page: Page) => page.getByRole('dialog', { name: 'Add person' });
const question = (page: Page) => page.getByRole('dialog', { name: 'Change who is working' });

const people: readonly Place[] = [
  {
    name: 'people-add',
    at: 'settings',
    go: async ({ page }) => {
      await openSettings(page);
      await press(page, 'Add person');
      await addDialog(page).getByLabel('Name or bay').fill('Bay 4');
      await addDialog(page).getByLabel('PIN, four to eight digits').fill('12');
      await press(page, 'Save');
      await expect(addDialog(page).getByRole('alert')).toContainText('four to eight digits');
    },
  },
  {
    name: 'worker-choose',
    at: 'settings',
    go: async ({ page }) => {
      await addDialog(page).getByLabel('PIN, four to eight digits').fill('4711');
      await press(page, 'Save');
      await expect(addDialog(page)).toHaveCount(0);
      await expect(page.getByRole('listitem').filter({ hasText: 'Bay 4' })).toContainText('PIN');
      await page.getByRole('button', { name: 'Change who is working' }).click();
      await expect(question(page).getByRole('button', { name: 'Bay 4' })).toBeVisible();
    },
  },
  {
    name: 'worker-pin-refused',
    at: 'settings',
    go: async ({ page }) => {
      await question(page).getByRole('button', { name: 'Bay 4' }).click();
      await page.getByLabel('PIN of Bay 4').fill('1111');
      await page.keyboard.press('Enter');
      await expect(question(page).getByRole('alert')).toContainText('not the PIN of Bay 4');
    },
  },
  {
    name: 'worker-name',
    at: 'settings',
    go: async ({ page }) => {
      await question(page).getByRole('button', { name: 'Back' }).click();
      await press(page, 'Someone else');
      await question(page).getByLabel('Name or bay').fill('Bay 4');
      await page.keyboard.press('Enter');
      await expect(question(page).getByRole('alert')).toContainText('Bay 4 has a PIN.');
    },
  },
  {
    name: 'people-remove',
    at: 'settings',
    go: async ({ page }) => {
      await page.getByRole('button', { name: 'Change who is working' }).click();
      await expect(question(page)).toHaveCount(0);
      await press(page, 'Remove Bay 4');
      await expect(page.getByRole('dialog', { name: 'Remove Bay 4' })).toContainText(
        'is removed from the list',
      );
    },
  },
];

const editor: readonly Place[] = [
  {
    name: 'checklist-editor',
    at: 'checklist',
    go: async ({ page }) => {
      await openSettings(page);
      await region(page, 'Checklists').getByRole('button', { name: 'Change: Van' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Van' })).toBeVisible();
    },
  },
  {
    name: 'checklist-editor-shared',
    at: 'checklist',
    go: async ({ page }) => {
      await page.getByRole('button', { name: /^1 Warning lights before the work/ }).click();
      const alike = page.getByRole('checkbox', { name: 'In a series, as the last car' });
      await alike.scrollIntoViewIfNeeded();
      await expect(alike).toBeVisible();
    },
  },
  {
    name: 'checklist-editor-faulty',
    at: 'checklist',
    go: async ({ page }) => {
      await page.getByRole('button', { name: 'Measured value', exact: true }).click();
      await page.getByLabel('Text', { exact: true }).fill('Torque of the bracket');
      await page.getByLabel('Lowest').fill('4');
      await page.getByLabel('Highest').fill('3');
      await page.getByRole('button', { name: /^Save as version/ }).click();
      await expect(page.getByText('The lowest value, 4, is not below the highest, 3.')).toBeVisible();
    },
  },
  {
    name: 'checklist-editor-new',
    at: 'checklist',
    go: async ({ page }) => {
      await page.getByRole('button', { name: 'Back', exact: true }).click();
      await region(page, 'Checklists').getByRole('button', { name: 'New checklist' }).click();
      await page.getByLabel('Title').fill('Trailer');
      await page.getByRole('button', { name: 'Choice', exact: true }).click();
      await expect(page.getByText('Try it: nothing is kept.')).toBeVisible();
    },
  },
];

const editorOfOwn: readonly Place[] = [
  {
    name: 'checklist-editor-example',
    at: 'checklist',
    go: async ({ page }) => {
      await page.getByRole('button', { name: 'Back', exact: true }).click();
      await region(page, 'Checklists').getByRole('button', { name: 'Change: Every kind' }).click();
      await page.getByRole('button', { name: /^1 Battery off/ }).click();
      await expect(page.getByRole('button', { name: `Remove ${EXAMPLE}` })).toBeVisible();
      await expect(page.getByRole('button', { name: `Enlarge ${EXAMPLE}` }).first()).toBeEnabled();
    },
  },
  {
    name: 'checklist-editor-take-off',
    at: 'checklist',
    go: async ({ page }) => {
      await press(page, 'Take off the list');
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
];

const fitting: readonly Place[] = [
  {
    name: 'fitting-other-checklist',
    at: 'job/installation/before',
    go: async ({ page }) => {
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.getByRole('link', { name: 'Home' }).click();
      await drive(page, KNOWN_CAR, { from: 'car', to: 'keyfob' });
      await press(page, 'Other checklist');
      await expect(page.getByRole('radio', { name: 'Every kind' })).toBeVisible();
    },
  },
  {
    name: 'fitting-example',
    at: 'job/installation/before',
    go: async ({ page }) => {
      await page.getByText('Every kind', { exact: true }).click();
      await press(page, 'Use this checklist');
      const enlarge = page.getByRole('button', { name: `Enlarge ${EXAMPLE}` });
      await expect(enlarge.first()).toBeEnabled();
      await enlarge.last().scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'fitting-every-kind',
    at: 'job/installation/before',
    go: async ({ page }) => {
      await page.getByText('Elsewhere', { exact: true }).click();
      await page.getByRole('textbox', { name: 'Supply voltage' }).fill('9.8');
      await page.getByLabel('Why does it count all the same?').fill('Old battery');
      await expect(page.getByRole('button', { name: 'Keep 9.8 V' })).toBeEnabled();
    },
  },
  {
    name: 'fitting-forced',
    at: 'job/installation/before',
    go: async ({ page }) => {
      await press(page, 'Keep 9.8 V');
      await expect(region(page, 'Forced')).toContainText('Old battery');
      await page
        .getByRole('img', { name: 'Field to sign with finger, pen or mouse' })
        .scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'fitting-critical-typed',
    at: 'job/installation/before',
    go: async ({ page }) => {
      await page.getByRole('textbox', { name: 'Quiescent current' }).fill('80');
      await page.getByLabel('Why is it not right?').fill('An alarm is fitted');
      await expect(page.getByText(/^This item is critical/)).toBeVisible();
    },
  },
  {
    name: 'fitting-critical',
    at: 'job/installation/before',
    go: async ({ page }) => {
      await press(page, 'Keep 80 mA');
      await expect(page.getByText('Critical: put it right and answer again.')).toBeVisible();
    },
  },
  {
    name: 'box-label-asked-for',
    at: 'job/installation/box',
    go: async ({ page }) => {
      await page.getByRole('textbox', { name: 'Quiescent current' }).fill('20');
      await expect(page.getByText('Critical: put it right and answer again.')).toHaveCount(0);
      await leaveStepOut(page);
      await page.getByLabel('Serial number').fill(notable.boxes.free[0]);
      await expect(page.getByText('The checklist asks for a photo of the Box’s label')).toBeVisible();
    },
  },
];

const EXAMPLE = 'Glove box.png';

async function withChecklists({ app, workshop }: Hands): Promise<Page> {
  const bytes = await readFile(join(import.meta.dirname, '../../../docs/pictures/flow-box.png'));
  const example = await keepExample(app.dataDir, EXAMPLE, bytes);
  const items = EVERY_KIND.items.map((item) =>
    item.id === 'off' || item.id === 'place-photo' ? { ...item, example } : item,
  );
  await keepChecklist(app.dataDir, 'every.json', { ...EVERY_KIND, items, labelPhoto: true });
  await keepChecklist(app.dataDir, 'half.json', '{"id":');
  return (await workshop.open()).page;
}

/** Words of the checklists that this workshop keeps. */
const kept: readonly string[] = [
  EXAMPLE,
  'half.json',
  EVERY_KIND.title.en,
  ...EVERY_KIND.items.flatMap((item) => [
    item.text.en,
    ...('hint' in item ? [item.hint.en] : []),
    ...('options' in item ? item.options.map((option) => option.text.en) : []),
  ]),
];

/** Settings section by section. */
export const settingsScene: Scene = {
  name: 'settings',
  role: 'supervisor',
  open: withChecklists,
  places: sections,
  data: kept,
};

/** The people at this laptop, and who is working. */
export const peopleScene: Scene = { name: 'people', role: 'supervisor', isLong: true, places: people };

/** The checklists' editor, and a checklist with every kind of item. */
export const checklistScene: Scene = {
  name: 'checklists',
  role: 'supervisor',
  open: withChecklists,
  places: [...editor, ...editorOfOwn, ...fitting],
  data: [...kept, 'Torque of the bracket', 'Trailer', 'Old battery', 'An alarm is fitted'],
};
