import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { van } from './page/car.ts';
import { attached } from './page/instructions.ts';
import { jobNumber, newInstallation, nextJobNumber } from './page/jobs.ts';
import { dialog } from './page/keys.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';
import type { Answers } from './page/stand-in.ts';

const phase = 'before';
const items = [
  { id: 'alarm', phase, type: 'confirm', required: true, mayNotApply: true, text: { en: 'Alarm works' } },
  { id: 'fuse', phase, type: 'confirm', required: true, text: { en: 'Fuse in' } },
];
const volts = {
  id: 'volts', phase, type: 'number', required: true, unit: 'V', min: 11.5, max: 15, severity: 'critical',
  text: { en: 'Battery voltage' },
}; // prettier-ignore
const template = { id: 'ours', version: 1, title: { en: 'Our list' }, items };

let number = 0;
beforeEach(() => {
  number = nextJobNumber();
});

const atBefore = (answers: Readonly<Record<string, unknown>> = {}) =>
  newInstallation(number, {
    car: van,
    step: 'before',
    checklist: { template, kept: true, answers, carried: [], toExplain: [], complete: false },
  });

const openBefore = async (answers: Readonly<Record<string, unknown>> = {}) => {
  await openWindow({ screen: 'job', jobId: jobNumber(number) }, 'Before the Box goes in', {
    'jobs.get': () => atBefore(answers),
    'jobs.mountings': () => ({ places: [], shared: false, readAt: null }),
    'jobs.saveDraft': () => ({}),
    'jobs.answer': () => atBefore({ alarm: { notApplicable: 'No alarm' } }),
  });
};

const row = (words: string) => page.getByRole('listitem').filter({ hasText: words });

test('an item that may not apply is declared so with a reason, by keyboard alone; others offer nothing', async () => {
  await openBefore();
  await expect.element(row('Fuse in').getByText('Does not apply…')).not.toBeInTheDocument();
  row('Alarm works').getByRole('button', { name: 'Does not apply…' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByLabelText('Why does it not apply to this car?')).toHaveFocus();
  // Typed as fast as a scanner, a key at a time would be a scan.
  await page.getByLabelText('Why does it not apply to this car?').fill('No alarm');
  await userEvent.keyboard('{Enter}');
  expect(await main.wasAsked('jobs.answer')).toMatchObject([
    { itemId: 'alarm', answer: { notApplicable: 'No alarm' } },
  ]);
  await expect.element(page.getByText('Does not apply: No alarm')).toBeVisible();
  await expect.element(page.getByText('1 answer missing')).toBeVisible();
});

test('an item that does not apply can be answered after all', async () => {
  await openBefore({ alarm: { notApplicable: 'No alarm' } });
  await page.getByRole('button', { name: 'Answer it after all' }).click();
  expect(await main.wasAsked('jobs.answer')).toMatchObject([{ itemId: 'alarm', answer: null }]);
});

const jobWith = (own: readonly object[], answers: Readonly<Record<string, unknown>>, more: object = {}) =>
  newInstallation(number, {
    car: van,
    step: 'before',
    checklist: {
      template: { ...template, items: own }, kept: true, answers, carried: [], toExplain: [], complete: false,
    },
    ...more,
  }); // prettier-ignore

const openWith = async (
  own: readonly object[],
  answers: Readonly<Record<string, unknown>>,
  more: object = {},
  calls: Answers = {},
) => {
  const job = () => jobWith(own, answers, more);
  await openWindow({ screen: 'job', jobId: jobNumber(number) }, 'Before the Box goes in', {
    'jobs.get': job,
    'jobs.mountings': () => ({ places: [], shared: false, readAt: null }),
    'jobs.saveDraft': () => ({}),
    'jobs.answer': job,
    ...calls,
  });
};

test('a deviation from a critical item is shown as one that no reason accepts', async () => {
  await openWith([volts], {});
  await page.getByRole('textbox', { name: 'Battery voltage' }).fill('9.8');
  await expect.element(page.getByText(/^This item is critical\./)).toBeVisible();
  // The typed text is saved before the next test replaces this window.
  await main.wasAsked('jobs.saveDraft');
});

test('a recorded deviation from a critical item keeps the part open and says what to do', async () => {
  const mark = {
    template: 'ours', item: 'volts', text: { en: 'Battery voltage' }, value: 9.8, reason: 'Old', severity: 'critical',
    deviation: { kind: 'below', min: 11.5, max: 15, unit: 'V' }, at: 1, worker: 'Kim',
  }; // prettier-ignore
  await openWith([volts], { volts: 9.8 }, { forced: [mark], forcedCount: 1 });
  await expect
    .element(row('Battery voltage').getByText('Critical: put it right and answer again.'))
    .toBeVisible();
  await expect.element(page.getByText('1 answer missing')).toBeVisible();
});

test('a photo that is required beside an answer stands below it, and is counted', async () => {
  await openWith([{ ...items[1], photo: true }], { fuse: true });
  await expect.element(row('Photo: Fuse in')).toBeVisible();
  await expect.element(page.getByText('1 answer missing')).toBeVisible();
});

const typed = (id: string, words: string) => ({
  id,
  phase,
  type: 'text',
  required: true,
  text: { en: words },
});
const notSaved = () => page.getByText(/^This was NOT saved/);
const fieldOf = (words: string) => page.getByRole('textbox', { name: words });
const refuses = () => {
  throw new ProblemError(makeProblem('not-saved-disk-full'));
};

test('the notice of an answer that could not be saved stays while the next one is saved', async () => {
  const own = [typed('left', 'Left side'), typed('right', 'Right side'), items[1] ?? {}];
  const saved = Promise.withResolvers<void>();
  await openWith(own, {}, {}, {
    'jobs.answer': async ({ itemId }) => {
      if (itemId === 'left') return refuses();
      await saved.promise;
      return jobWith(own, { right: 'Dry', fuse: true });
    },
  }); // prettier-ignore
  await fieldOf('Left side').fill('Wet');
  await fieldOf('Right side').fill('Dry');
  await expect.element(notSaved()).toBeVisible();
  await expect.element(page.getByText('2 answers missing')).toBeVisible();
  saved.resolve();
  await expect.element(page.getByText('1 answer missing')).toBeVisible();
  await expect.element(notSaved()).toBeVisible();
});

test('a part is completed at once where the answer was saved at the second try', async () => {
  let tries = 0;
  const own = [typed('left', 'Left side')];
  await openWith(own, { left: 'Dry' }, {}, {
    'jobs.answer': () => ((tries += 1) === 1 ? refuses() : jobWith(own, { left: 'Damp' })),
    'jobs.completeChecklist': refuses,
  }); // prettier-ignore
  await fieldOf('Left side').fill('Wet');
  await expect.element(notSaved()).toBeVisible();
  await fieldOf('Left side').fill('Damp');
  await expect.element(notSaved()).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Checks done' }).click();
  expect(await main.wasAsked('jobs.completeChecklist')).toHaveLength(1);
});

test('a part is not completed with the earlier answer where the changed one could not be saved', async () => {
  const own = [typed('left', 'Left side')];
  await openWith(own, { left: 'Dry' }, {}, { 'jobs.answer': refuses, 'jobs.completeChecklist': refuses });
  await fieldOf('Left side').fill('Wet');
  await page.getByRole('button', { name: 'Checks done' }).click();
  await expect.element(notSaved()).toBeVisible();
  expect(main.asked('jobs.answer')).toMatchObject([{ itemId: 'left', answer: 'Wet' }]);
  expect(main.asked('jobs.completeChecklist')).toEqual([]);
  // Who has read it may go on with the earlier answer.
  await page.getByRole('button', { name: 'Checks done' }).click();
  expect(await main.wasAsked('jobs.completeChecklist')).toHaveLength(1);
});

const DOT =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('the example of an item is enlarged, also where the answer is a tick; a PDF is opened', async () => {
  const picture = attached(1, 'Fuse.jpg');
  const pdf = attached(2, 'Voltage.pdf', 'application/pdf');
  await openWith(
    [
      { ...items[1], example: picture },
      { ...volts, example: pdf },
    ],
    {},
    {},
    {
      'checklists.example': ({ file }) => ({
        here: true,
        awaited: false,
        picture: file.name === 'Fuse.jpg' ? DOT : null,
      }),
      'checklists.openExample': () => ({}),
    },
  );
  await row('Fuse in').getByRole('button', { name: 'Enlarge Fuse.jpg' }).click();
  await expect.element(dialog().getByRole('img', { name: 'Fuse.jpg' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(main.asked('jobs.answer')).toEqual([]);
  await row('Battery voltage').getByRole('button', { name: 'Open Voltage.pdf' }).click();
  expect(await main.wasAsked('checklists.openExample')).toEqual([{ file: pdf }]);
});

test('an example that is not on this laptop is named, and the item can be answered', async () => {
  await openWith([{ ...items[1], example: attached(1, 'Fuse.jpg') }], {}, {}, {
    'checklists.example': () => ({ here: false, awaited: false, picture: null }),
  }); // prettier-ignore
  await expect.element(row('Fuse in').getByText('Fuse.jpg is not on this laptop.')).toBeVisible();
  await row('Fuse in').getByRole('checkbox').click();
  expect(await main.wasAsked('jobs.answer')).toMatchObject([{ itemId: 'fuse', answer: true }]);
});

test('an example that the relay has is announced, and stands at the item once it is here', async () => {
  let isHere = false;
  await openWith([{ ...items[1], example: attached(1, 'Fuse.jpg') }], {}, {}, {
    'checklists.example': () => ({ here: isHere, awaited: !isHere, picture: isHere ? DOT : null }),
  }); // prettier-ignore
  await expect.element(row('Fuse in').getByText('Not here yet')).toBeVisible();
  await expect
    .element(row('Fuse in').getByText('Fuse.jpg comes as soon as the relay is reached.'))
    .toBeVisible();
  isHere = true;
  main.announce('publication');
  await expect.element(row('Fuse in').getByRole('button', { name: 'Enlarge Fuse.jpg' })).toBeVisible();
  await expect.element(row('Fuse in').getByText('Not here yet')).not.toBeInTheDocument();
});
