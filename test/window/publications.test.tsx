import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import shipped from '../../resources/checklists/van.json';
import { checklistTemplate } from '../../shared/domain/checklist.ts';
import { userId } from '../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { emptyCopies } from './page/car.ts';
import { jobNumber, newInstallation } from './page/jobs.ts';
import { dialog } from './page/keys.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';
import { inForce, OFFICE_KEY, publicationStatus } from './page/publications.ts';
import type { Answers } from './page/stand-in.ts';

const section = () => page.getByRole('region', { name: 'Published by the office' });

/** The calls of sections of Settings that are not looked at here. */
const settingsAtRest: Answers = {
  'log.state': () => ({ newest: null, task: null, verdict: null }),
  'removal.state': () => ({ task: null, findings: null, removed: null, received: [], sent: [] }),
};

async function openSettings(status: object, more: Answers = {}): Promise<void> {
  await openWindow({ screen: 'settings' }, 'Settings', {
    ...settingsAtRest,
    'directory.searchUsers': () => ({ rows: [], asOf: 1 }),
    'publication.status': () => publicationStatus(status),
    ...more,
  });
}

describe('the publication in Settings', () => {
  test('is named with its author, its time and its content', async () => {
    await openSettings({ inForce: inForce({ unusable: 1 }) });
    await expect.element(section().getByText('Version 3', { exact: true })).toBeVisible();
    await expect.element(section().getByText(/by Office person\. Used here since/)).toBeVisible();
    await expect.element(section().getByText(/1 checklist needs a newer Boxwright/)).toBeVisible();
    await expect
      .element(section().getByText('Checklists: 1, sites: 2, test users: 1, texts: 1'))
      .toBeVisible();
  });

  test('says how many examples are here, and which are not', async () => {
    const examples = { count: 7, missing: ['Glove box.jpg', 'Aerial.pdf'] };
    await openSettings({ inForce: inForce({ examples }) });
    const missing = section().getByText('2 of 7 examples not yet here: Glove box.jpg, Aerial.pdf');
    await expect.element(missing).toBeVisible();
    const allHere = publicationStatus({ inForce: inForce({ examples: { count: 7, missing: [] } }) });
    main.answer({ 'publication.status': () => allHere });
    main.announce('publication');
    await expect.element(section().getByText('7 examples, all here')).toBeVisible();
  });

  test('names a problem with the next step, and the version that stays in use', async () => {
    await openSettings({
      inForce: inForce(),
      problem: makeProblem('publication-older', { version: 2, kept: 3 }),
    });
    await expect.element(section().getByText(/offers version 2 .* has seen version 3/)).toBeVisible();
    await expect.element(section().getByText(/Tell the administrator of the relay/)).toBeVisible();
    await expect.element(section().getByText('Version 3', { exact: true })).toBeVisible();
  });

  test('waits for a person who compares the key and accepts it', async () => {
    const offered = { version: 1, key: OFFICE_KEY, publisher: 'Office' };
    await openSettings(
      { offered, problem: makeProblem('publication-key-unknown', { version: 1 }) },
      { 'publication.accept': () => publicationStatus({ inForce: inForce({ version: 1 }) }) },
    );
    await expect.poll(() => section().element().textContent).toContain(OFFICE_KEY);
    await section().getByRole('button', { name: 'Accept key' }).click();
    await expect.element(dialog().getByText(OFFICE_KEY)).toBeVisible();
    await dialog().getByRole('button', { name: 'Accept key' }).click();
    expect(await main.wasAsked('publication.accept')).toEqual([{ key: OFFICE_KEY }]);
    await expect.element(section().getByText('Version 1', { exact: true })).toBeVisible();
  });

  test('offers no button where the policy names the keys', async () => {
    const offered = { version: 1, key: OFFICE_KEY, publisher: 'Office' };
    await openSettings({ offered, managed: true });
    await expect.element(section().getByText('Key of version 1')).toBeVisible();
    await expect.element(section().getByRole('button', { name: 'Accept key' })).not.toBeInTheDocument();
  });

  test('leaves only the published test users to choose', async () => {
    const testUsers = [
      { id: 501, name: 'Test user' },
      { id: 502, name: 'Second user' },
    ];
    await openSettings({ inForce: inForce({ testUsers }) });
    const work = page.getByRole('region', { name: 'Work' });
    await expect.element(work.getByText('Set by your administrator')).toBeVisible();
    await work.getByRole('combobox', { name: 'Test user' }).click();
    await expect
      .poll(() =>
        page
          .getByRole('option')
          .elements()
          .map((one) => one.textContent),
      )
      .toEqual(['Test user', 'Second user']);
  });
});

describe('the page of an administrator', () => {
  const list = (id: string, version: number, source: 'published' | 'workshop' | 'shipped') => {
    const template = { ...checklistTemplate.parse(shipped), id, version, title: { en: `List ${id}` } };
    return { template, source, versions: [template], own: null };
  };
  const openPage = (status: object, more: Answers = {}) =>
    openWindow({ screen: 'publish' }, 'Publish for all laptops', {
      'publication.status': () => publicationStatus(status),
      'checklists.list': () => ({
        checklists: [list('van', 5, 'published'), list('bays', 2, 'workshop'), list('car', 3, 'shipped')],
        faults: [],
        folder: '/checklists',
        drafts: [],
      }),
      'directory.searchUsers': () => ({
        rows: [{ id: userId.parse(502), name: 'Second user', emailAddress: null }],
        asOf: 1,
      }),
      'publication.publish': () => publicationStatus({ inForce: inForce({ version: 4 }) }),
      'edits.saveDraft': () => ({}),
      ...settingsAtRest,
      ...more,
    });
  const publish = (version: number) => page.getByRole('button', { name: `Publish version ${version}` });
  const differences = () =>
    page.getByRole('region', { name: /Compared with version 3/ }).getByRole('listitem');

  test('shows the differences from the version in use, and publishes after a question', async () => {
    await openPage({ inForce: inForce() });
    await page.getByRole('checkbox', { name: /List bays/ }).click();
    await page.getByRole('textbox', { name: 'Sites' }).fill('Munich\n\n Bonn ');
    await page.getByRole('button', { name: 'Remove Test user' }).click();
    await page.getByRole('combobox', { name: 'Add a test user' }).click();
    await page.getByRole('option', { name: 'Second user' }).click();
    await page.getByLabelText('Home', { exact: true }).fill('Other words');
    await expect
      .poll(() =>
        differences()
          .elements()
          .map((one) => one.textContent),
      )
      .toEqual([
        'ChangedChecklist: List van',
        'NewChecklist: List bays',
        'NewSite: Bonn',
        'RemovedSite: Ulm',
        'NewTest user: Second user',
        'RemovedTest user: Test user',
        'ChangedText: Home',
      ]);
    await publish(4).click();
    expect(main.asked('publication.publish')).toEqual([]);
    await dialog().getByRole('button', { name: 'Publish version 4' }).click();
    expect(await main.wasAsked('publication.publish')).toEqual([
      {
        basedOn: 3,
        draft: {
          templates: ['van', 'bays'],
          sites: ['Munich', 'Bonn'],
          testUsers: [{ id: 502, name: 'Second user' }],
          texts: [{ place: 'home', text: 'Other words' }],
        },
      },
    ]);
  });

  test('publishes on top of the version that was compared, not of one that came behind the question', async () => {
    await openPage({ inForce: inForce() });
    await page.getByRole('textbox', { name: 'Sites' }).fill('Munich');
    await publish(4).click();
    await expect.element(dialog().getByRole('button', { name: 'Publish version 4' })).toBeVisible();
    main.answer({
      'publication.status': () => publicationStatus({ inForce: inForce({ version: 4, sites: ['Bonn'] }) }),
    });
    main.announce('publication');
    await expect.element(page.getByText(/Compared with version 4/)).toBeInTheDocument();
    await dialog()
      .getByRole('button', { name: /^Publish version/ })
      .click();
    expect(await main.wasAsked('publication.publish')).toMatchObject([
      { basedOn: 3, draft: { sites: ['Munich'] } },
    ]);
  });

  test('publishes a text in other languages, without those that are empty', async () => {
    await openPage({ inForce: inForce() });
    await page.getByRole('button', { name: 'In other languages (0)' }).click();
    await page.getByRole('textbox', { name: 'Home, Deutsch' }).fill(' Heute links parken. ');
    await page.getByRole('textbox', { name: 'Home, Español' }).fill(' ');
    await expect.element(page.getByRole('button', { name: 'In other languages (2)' })).toBeVisible();
    await publish(4).click();
    await dialog().getByRole('button', { name: 'Publish version 4' }).click();
    expect(await main.wasAsked('publication.publish')).toMatchObject([
      {
        draft: {
          texts: [
            {
              place: 'home',
              text: 'Park on the left today.',
              translations: [{ language: 'de', text: 'Heute links parken.' }],
            },
          ],
        },
      },
    ]);
  });

  test('begins with the checklists of the workshop where nothing was published', async () => {
    await openPage({});
    await expect.element(page.getByRole('checkbox', { name: /List bays/ })).toBeChecked();
    await expect.element(page.getByRole('checkbox', { name: /List car/ })).not.toBeChecked();
    await expect.element(page.getByRole('heading', { name: /First version/ })).toBeVisible();
    await expect.element(publish(1)).toBeEnabled();
  });

  test('publishes nothing where nothing differs, and no site that is too long', async () => {
    const same = inForce({ templates: [{ id: 'van', version: 5, title: { en: 'List van' } }] });
    await openPage({ inForce: same });
    await expect.element(page.getByText('Nothing differs from the version in use.')).toBeVisible();
    await expect.element(publish(4)).toBeDisabled();
    await page.getByRole('textbox', { name: 'Sites' }).fill('x'.repeat(101));
    await expect.element(page.getByText('At most 200 sites of 100 characters each.')).toBeVisible();
    await expect.element(publish(4)).toBeDisabled();
  });

  test('shows how many examples the relay has, and ends their way there', async () => {
    await openPage(
      { inForce: inForce(), bringing: { done: 1, of: 2 } },
      { 'publication.publish': () => new Promise(() => {}), 'publication.stopBringing': () => ({}) },
    );
    await publish(4).click();
    await expect.element(dialog().getByRole('status')).not.toBeInTheDocument();
    await dialog().getByRole('button', { name: 'Publish version 4' }).click();
    await expect.element(dialog().getByRole('status')).toHaveTextContent('Examples at the relay: 1 of 2');
    await dialog().getByRole('button', { name: 'Stop' }).click();
    expect(await main.wasAsked('publication.stopBringing')).toEqual([{}]);
  });

  test('can be stopped while the relay is asked and no example is on its way', async () => {
    await openPage(
      { inForce: inForce(), bringing: { done: 0, of: 0 } },
      { 'publication.publish': () => new Promise(() => {}), 'publication.stopBringing': () => ({}) },
    );
    await publish(4).click();
    await dialog().getByRole('button', { name: 'Publish version 4' }).click();
    await expect.element(dialog().getByRole('status')).toHaveTextContent('Asking the relay…');
    await dialog().getByRole('button', { name: 'Stop' }).click();
    expect(await main.wasAsked('publication.stopBringing')).toEqual([{}]);
  });

  test('keeps typed text after a refusal', async () => {
    await openPage(
      { inForce: inForce() },
      {
        'publication.publish': () => {
          throw new ProblemError(makeProblem('version-stale'));
        },
      },
    );
    await page.getByRole('textbox', { name: 'Sites' }).fill('Bonn');
    await publish(4).click();
    await dialog().getByRole('button', { name: 'Publish version 4' }).click();
    await expect.element(dialog().getByText(/changed this first/)).toBeVisible();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await expect.element(page.getByRole('textbox', { name: 'Sites' })).toHaveValue('Bonn');
  });
});

describe('the texts of a publication', () => {
  const texts = [
    { place: 'home', text: 'Park on the left today.' },
    { place: 'car', text: 'Look at the tyres.\nThen begin.' },
  ];
  const answers = { 'publication.status': () => publicationStatus({ inForce: inForce({ texts }) }) };

  test('stand at Home', async () => {
    await openWindow({ screen: 'home' }, /Bay 3 Tester/, answers);
    await expect
      .element(page.getByRole('complementary', { name: 'From the office' }))
      .toHaveTextContent('Park on the left today.');
  });

  test('are shown in the language of the window', async () => {
    const translations = [
      { language: 'de', text: 'Heute links parken.' },
      { language: 'en', text: 'Park left.' },
    ];
    const translated = [{ place: 'home', text: 'Aujourd’hui à gauche.', translations }];
    const status = publicationStatus({ inForce: inForce({ texts: translated }) });
    await openWindow({ screen: 'home' }, /Bay 3 Tester/, { 'publication.status': () => status });
    await expect
      .element(page.getByRole('complementary', { name: 'From the office' }))
      .toHaveTextContent('Park left.');
  });

  test('are shown in the words of the author where the language is missing', async () => {
    const translations = [{ language: 'de', text: 'Heute links parken.' }];
    const translated = [{ place: 'home', text: 'Aujourd’hui à gauche.', translations }];
    const status = publicationStatus({ inForce: inForce({ texts: translated }) });
    await openWindow({ screen: 'home' }, /Bay 3 Tester/, { 'publication.status': () => status });
    await expect
      .element(page.getByRole('complementary', { name: 'From the office' }))
      .toHaveTextContent('Aujourd’hui à gauche.');
  });

  test('stand at the step that they are for, and at no other', async () => {
    const job = newInstallation(1, { step: 'car' });
    await openWindow({ screen: 'job', jobId: jobNumber(1) }, /.*/, {
      ...emptyCopies,
      ...answers,
      'jobs.get': () => job,
    });
    const notice = page.getByRole('complementary', { name: 'From the office' });
    await expect.element(notice.getByText('Look at the tyres.')).toBeVisible();
    await expect.element(notice.getByText('Then begin.')).toBeVisible();
    await expect.element(page.getByText('Park on the left today.')).not.toBeInTheDocument();
  });
});
