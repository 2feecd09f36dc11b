import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { makeProblem } from '../../shared/problem.ts';
import { uuid } from '../integration/relay/uuid.ts';
import { boardOf } from './page/board.ts';
import { chooseLarge } from './page/files.ts';
import { attached, listedInstruction } from './page/instructions.ts';
import { dialog } from './page/keys.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';
import type { Answer, Answers } from './page/stand-in.ts';

const list =
  (...instructions: ReturnType<typeof listedInstruction>[]): Answer<'instructions.list'> =>
  () => ({ instructions, refused: [], canPublish: true });

async function openPart(answers: Answers = {}): Promise<void> {
  await openWindow({ screen: 'installations', part: 'instructions', view: '' }, 'Installations', {
    ...boardOf([]),
    'directory.brands': () => ({ rows: ['Volkswagen', 'Ford'], asOf: 1 }),
    'directory.keys': () => ({ rows: [], asOf: null }),
    'instructions.list': list(),
    'instructions.save': () => ({ id: listedInstruction(1).id }),
    'instructions.withdraw': () => ({}),
    ...answers,
  });
}

const field = (name: string) => dialog().getByLabelText(name, { exact: true });

describe('the supervisor’s instructions', () => {
  test('are written with the keyboard and published; the form names missing fields', async () => {
    await openPart();
    await page.getByRole('button', { name: 'New instruction' }).click();
    await dialog().getByRole('button', { name: 'Publish' }).click();
    await expect.element(dialog().getByText('Brand, title, and a note or file are needed.')).toBeVisible();
    expect(main.asked('instructions.save')).toEqual([]);
    await dialog().getByRole('combobox', { name: 'Brand' }).fill(' Volkswagen ');
    await field('Model').fill('Transporter');
    await field('Title').fill('Box behind the glove box');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog().getByText('Brand, title, and a note or file are needed.')).toBeVisible();
    await field('Note').fill('Three screws.');
    await dialog().getByRole('button', { name: 'Publish' }).click();
    const content = {
      brand: 'Volkswagen',
      model: 'Transporter',
      key: '',
      title: 'Box behind the glove box',
      note: 'Three screws.',
      files: [],
    };
    expect(await main.wasAsked('instructions.save')).toEqual([{ id: null, basedOn: 0, content }]);
  });

  test('keep each file once, and one can be taken out again', async () => {
    await openPart({
      'instructions.keepFile': ({ name }) => ({
        ...attached(name === 'a.jpg' ? 1 : 2, name),
        bytes: 4,
      }),
    });
    await page.getByRole('button', { name: 'New instruction' }).click();
    const chosen = [new File(['one!'], 'a.jpg'), new File(['two!'], 'b.pdf')];
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (input === null) throw new Error('no file input');
    await userEvent.upload(input, [...chosen, new File(['one!'], 'a.jpg')]);
    await expect.element(dialog().getByText('b.pdf')).toBeVisible();
    const [first] = await main.wasAsked('instructions.keepFile');
    expect(first).toEqual({ name: 'a.jpg', bytes: btoa('one!') });
    await expect.element(dialog().getByText('a.jpg')).toBeVisible();
    await dialog().getByRole('button', { name: 'Remove b.pdf' }).click();
    await expect.element(dialog().getByText('b.pdf')).not.toBeInTheDocument();
  });

  test('take no file above 10 MB', async () => {
    await openPart();
    await page.getByRole('button', { name: 'New instruction' }).click();
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (input === null) throw new Error('no file input');
    chooseLarge(input, new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'large.pdf'));
    await expect.element(dialog().getByText('This file cannot be attached.')).toBeVisible();
    expect(main.asked('instructions.keepFile')).toEqual([]);
  });

  test('stand by brand with their state; a change is based on the version in view', async () => {
    const problem = makeProblem('version-stale');
    await openPart({
      'instructions.list': list(
        listedInstruction(1, { brand: 'Ford', title: 'Transit' }, { problem }),
        listedInstruction(2, { files: [attached(1, 'a.jpg')] }, { version: 3, onItsWay: true }),
      ),
    });
    await expect.element(page.getByRole('heading', { name: 'Ford 1' })).toBeVisible();
    await expect.element(page.getByText(/Another supervisor changed this first/)).toBeVisible();
    await expect.element(page.getByText('Volkswagen Transporter · 1 file')).toBeVisible();
    await expect.element(page.getByText('Not at the relay yet')).toBeVisible();
    await page.getByRole('button', { name: 'Change Box behind the glove box' }).click();
    await field('Title').fill('Behind the glove box');
    await dialog().getByRole('button', { name: 'Publish' }).click();
    expect(await main.wasAsked('instructions.save')).toMatchObject([
      {
        id: uuid('e', 2),
        basedOn: 3,
        content: { title: 'Behind the glove box', files: [attached(1, 'a.jpg')] },
      },
    ]);
  });

  test('are withdrawn after a question', async () => {
    await openPart({ 'instructions.list': list(listedInstruction(1, {}, { version: 2 })) });
    await page.getByRole('button', { name: 'Withdraw Box behind the glove box' }).click();
    await expect.element(dialog().getByText(/It goes from every laptop/)).toBeVisible();
    expect(main.asked('instructions.withdraw')).toEqual([]);
    await dialog().getByRole('button', { name: 'Withdraw' }).click();
    expect(await main.wasAsked('instructions.withdraw')).toEqual([{ id: uuid('e', 1), basedOn: 2 }]);
  });

  test('name the versions that were refused, and report an empty list', async () => {
    await openPart({
      'instructions.list': () => ({
        instructions: [],
        refused: [
          {
            id: listedInstruction(1).id,
            title: 'Cut the red cable',
            publisher: 'Office',
            signature: 'wrong',
          },
        ],
        canPublish: false,
      }),
    });
    await expect.element(page.getByText(/“Cut the red cable” of Office/)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'New instruction' })).toBeDisabled();
    await expect.element(page.getByText(/this laptop has none/)).toBeVisible();
  });
});
