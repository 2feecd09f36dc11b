import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { chooseLarge } from './page/files.ts';
import { attached } from './page/instructions.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';
import type { Answers } from './page/stand-in.ts';

const words = (en: string) => ({ en });
const template = {
  id: 'mine',
  version: 1,
  title: words('Mine'),
  items: [
    { id: 'doors', type: 'confirm' as const, required: true, text: words('Doors') },
    {
      id: 'lights',
      type: 'choice' as const,
      required: true,
      text: words('Lights'),
      options: [
        { id: 'none', text: words('None lit') },
        { id: 'some', text: words('Some lit') },
      ],
    },
    { id: 'photo', type: 'photo' as const, required: false, text: words('Photo') },
    {
      id: 'volts',
      type: 'number' as const,
      required: true,
      unit: 'V',
      min: 11,
      max: 15,
      text: words('Volts'),
    },
  ],
};

const openEditor = async (answers: Answers = {}) => {
  await openWindow({ screen: 'checklist', id: 'mine' }, 'Mine', {
    'checklists.list': () => ({
      checklists: [{ template, source: 'workshop', versions: [template], own: null }],
      faults: [],
      folder: '/checklists',
      drafts: [],
    }),
    'checklists.draft': () => ({ draft: null }),
    'checklists.saveDraft': () => ({}),
    // Refused, so that the editor stays open.
    'checklists.save': () => {
      throw new ProblemError(makeProblem('unexpected'));
    },
    ...answers,
  });
};
const openItem = (name: string) => page.getByRole('button', { name, exact: false }).first().click();
const together = page.getByRole('combobox', { name: 'Ticked together' });

test('an item is given its set, its usual answer and the last car of a series, and saved with them', async () => {
  await openEditor();
  await openItem('Doors');
  await userEvent.fill(together, 'Zustand Türen');
  await openItem('Lights');
  await userEvent.fill(together, 'zustand turen');
  await page.getByLabelText('Usual answer').selectOptions('None lit');
  await page.getByLabelText('In a series, as the last car').click();
  await page.getByRole('button', { name: /^Save as version/ }).click();
  const [saved] = await main.wasAsked('checklists.save');
  expect(saved).toMatchObject({
    template: {
      items: [
        { id: 'doors', together: 'zustand-turen' },
        { id: 'lights', together: 'zustand-turen', usual: 'none', alike: true },
        { id: 'photo' },
        { id: 'volts' },
      ],
    },
  });
});

test('a choice without a usual answer is not saved as one that is ticked together', async () => {
  await openEditor();
  await openItem('Lights');
  await userEvent.fill(together, 'state');
  await page.getByRole('button', { name: /^Save as version/ }).click();
  await expect.element(page.getByText(/Only ticks, and choices with a usual option/)).toBeVisible();
  expect(main.asked('checklists.save')).toEqual([]);
});

test('a photo is neither ticked together nor carried over', async () => {
  await openEditor();
  await openItem('Photo');
  await expect.element(page.getByLabelText('Required')).toBeVisible();
  await expect.element(together).not.toBeInTheDocument();
  await expect.element(page.getByLabelText('In a series, as the last car')).not.toBeInTheDocument();
});

test('the severity of a deviation and the photo beside an answer are saved', async () => {
  await openEditor();
  await openItem('Doors');
  await page.getByLabelText('A photo is required beside the answer').click();
  await expect.element(page.getByLabelText('Severity of a deviation')).not.toBeInTheDocument();
  await openItem('Volts');
  await page.getByLabelText('Severity of a deviation').selectOptions('Critical');
  await page.getByRole('button', { name: /^Save as version/ }).click();
  const [saved] = await main.wasAsked('checklists.save');
  expect(saved).toMatchObject({
    template: {
      items: [
        { id: 'doors', photo: true },
        { id: 'lights' },
        { id: 'photo' },
        { id: 'volts', severity: 'critical' },
      ],
    },
  });
});

test('the picture of how it should look is chosen, shown in the preview, saved and taken out again', async () => {
  await openEditor({
    'checklists.keepExample': ({ name }) => attached(1, name),
    'checklists.example': () => ({ here: false, awaited: false, picture: null }),
  });
  await openItem('Doors');
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('no file input');
  await userEvent.upload(input, new File(['one!'], 'Doors.jpg'));
  await expect.element(page.getByText('Doors.jpg is not on this laptop.')).toBeVisible();
  expect(await main.wasAsked('checklists.keepExample')).toEqual([{ name: 'Doors.jpg', bytes: btoa('one!') }]);
  const save = page.getByRole('button', { name: /^Save as version/ });
  await save.click();
  const [saved] = await main.wasAsked('checklists.save');
  const doors = { id: 'doors', example: attached(1, 'Doors.jpg') };
  expect(saved).toMatchObject({ template: { items: [doors, {}, {}, {}] } });
  await page.getByRole('button', { name: 'Remove Doors.jpg' }).click();
  await expect.element(page.getByText('Doors.jpg is not on this laptop.')).not.toBeInTheDocument();
});

test('an example above 10 MB is not taken', async () => {
  await openEditor();
  await openItem('Doors');
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('no file input');
  chooseLarge(input, new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'large.pdf'));
  await expect.element(page.getByText('This file cannot be attached.')).toBeVisible();
  expect(main.asked('checklists.keepExample')).toEqual([]);
});

test('a change that was not saved is kept as a draft, also one of the last moment', async () => {
  await openEditor();
  const press = (name: string | RegExp) => {
    const button = page.getByRole('button', { name }).element();
    if (button instanceof HTMLElement) button.click();
  };
  press('Move down: Doors');
  await expect.element(page.getByRole('button', { name: /^Save as version/ })).toBeEnabled();
  press(/^Save as version/);
  await expect.element(page.getByRole('alert')).toBeVisible();
  window.location.hash = '#/home';
  await expect.element(page.getByRole('heading', { level: 1, name: /Bay 3 Tester/ })).toBeVisible();
  const saved = main.asked('checklists.saveDraft');
  expect(saved).toMatchObject([{ id: 'mine' }]);
  expect(JSON.stringify(saved)).toMatch(/lights.*doors/);
});

test('an unfinished change stays where a publication replaces the checklist meanwhile', async () => {
  const kept: { version: number; draft: string | null } = { version: 1, draft: null };
  await openEditor({
    'checklists.list': () => {
      const offered = { ...template, version: kept.version };
      return {
        checklists: [{ template: offered, source: 'workshop', versions: [offered], own: null }],
        faults: [],
        folder: '/checklists',
        drafts: [],
      };
    },
    'checklists.draft': () => ({ draft: kept.draft }),
    'checklists.saveDraft': ({ draft }) => {
      kept.draft = draft;
      return {};
    },
  });
  await page.getByRole('button', { name: 'Move down: Doors' }).click();
  kept.version = 2;
  main.announce('checklists');
  await expect.element(page.getByRole('button', { name: 'Save as version 3' })).toBeEnabled();
  await expect.element(page.getByRole('button', { name: 'Move up: Doors' })).toBeEnabled();
});
