import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { checklistItem } from '../../shared/domain/checklist.ts';
import type { AnsweredItem } from '../../shared/domain/supervision-job.ts';
import { row } from '../unit/supervision-exports/rows.ts';
import { NOW } from './page/at-rest.ts';
import { boardOf, jobPage } from './page/board.ts';
import { attached } from './page/instructions.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';
import type { Answers } from './page/stand-in.ts';

const job = row(1);

const answered = (
  item: string,
  origin: AnsweredItem['origin'],
  asked: AnsweredItem['asked'] = null,
): AnsweredItem => ({
  item,
  asked,
  words: item,
  answer: true,
  notApplicable: null,
  earlier:
    item === 'Lamps' ? [{ answer: false, notApplicable: null, at: NOW - 60_000, worker: 'Bay 1' }] : [],
  origin,
  photos: [],
  samples: [],
  at: NOW,
  worker: 'Bay 3 Tester',
  forced: null,
});

const openJob = async (items: AnsweredItem[], answers: Answers = {}) => {
  await openWindow({ screen: 'installation', jobId: job.jobId, view: '' }, /Vito/, {
    ...boardOf([job]),
    'supervision.job': () => ({
      ...jobPage(job),
      checklist: {
        template: 'van',
        version: 3,
        publication: 4,
        title: { en: 'Van' },
        completedAt: NOW,
        items,
        unanswered: [],
      },
    }),
    ...answers,
  });
};

test('a supervisor sees the publication that the checklist is from', async () => {
  await openJob([answered('Doors', null)]);
  await expect.element(page.getByText('From publication 4 of the office')).toBeVisible();
});

const item = (words: string) => page.getByRole('listitem').filter({ hasText: words });

test('a supervisor sees which answers were ticked together, are of the last car, or were changed', async () => {
  await openJob([answered('Doors', 'together'), answered('Place', 'as-last-car'), answered('Lamps', null)]);
  await expect.element(item('Doors').getByText('Ticked together with others')).toBeVisible();
  await expect.element(item('Place').getByText('As the last car of the series')).toBeVisible();
  await expect.element(item('Lamps').getByText(/Ticked together|last car/)).not.toBeInTheDocument();
  await expect.element(item('Lamps').getByText(/^Earlier: No \(Bay 1, /)).toBeVisible();
  await expect.element(item('Doors').getByText(/Earlier/)).not.toBeInTheDocument();
});

test('a supervisor sees how an item should look beside its answer', async () => {
  const example = attached(1, 'Doors.jpg');
  const doors = checklistItem.parse({
    id: 'doors', type: 'confirm', required: true, text: { en: 'Doors' }, example,
  }); // prettier-ignore
  await openJob([answered('Doors', null, doors), answered('Place', null)], {
    'checklists.example': () => ({ here: true, awaited: false, picture: null }),
  });
  await expect.element(item('Doors').getByText('How it should look')).toBeVisible();
  await expect.element(item('Place').getByText('How it should look')).not.toBeInTheDocument();
  expect(main.asked('checklists.example')).toEqual([{ file: example }]);
});
