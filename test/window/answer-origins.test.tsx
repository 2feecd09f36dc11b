import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { row } from '../unit/supervision-exports/rows.ts';
import { NOW } from './page/at-rest.ts';
import { boardOf, jobPage } from './page/board.ts';
import { openWindow } from './page/open-window.tsx';

const job = row(1);

test('a supervisor sees which answers were ticked together, are of the last car, or were changed', async () => {
  const answered = (item: string, origin: 'together' | 'as-last-car' | null) => ({
    item,
    asked: null,
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
  await openWindow({ screen: 'installation', jobId: job.jobId, view: '' }, /Vito/, {
    ...boardOf([job]),
    'supervision.job': () => ({
      ...jobPage(job),
      checklist: {
        template: 'van',
        version: 3,
        title: { en: 'Van' },
        completedAt: NOW,
        items: [answered('Doors', 'together'), answered('Place', 'as-last-car'), answered('Lamps', null)],
        unanswered: [],
      },
    }),
  });
  const item = (words: string) => page.getByRole('listitem').filter({ hasText: words });
  await expect.element(item('Doors').getByText('Ticked together with others')).toBeVisible();
  await expect.element(item('Place').getByText('As the last car of the series')).toBeVisible();
  await expect.element(item('Lamps').getByText(/Ticked together|last car/)).not.toBeInTheDocument();
  await expect.element(item('Lamps').getByText(/^Earlier: No \(Bay 1, /)).toBeVisible();
  await expect.element(item('Doors').getByText(/Earlier/)).not.toBeInTheDocument();
});
