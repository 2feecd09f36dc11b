import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ABOUT_LABEL } from '../../shared/domain/boxes.ts';
import { attachmentDigest } from '../../shared/relay/attachments.ts';
import { row } from '../unit/supervision-exports/rows.ts';
import { boardOf, jobPage } from './page/board.ts';
import { dialog } from './page/keys.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';

const job = row(1);
const [first] = jobPage(job).photos;
if (first === undefined) throw new Error('a photo');
const drawn = attachmentDigest.parse('d'.repeat(64));
const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

test('a supervisor sees the marked-up photo in place of the original, which is one press away', async () => {
  const asTaken = { ...first, original: null, blurred: false };
  const marked = { ...asTaken, digest: drawn, original: asTaken.digest, blurred: true };
  await openWindow({ screen: 'installation', jobId: job.jobId, view: '' }, /Vito/, {
    ...boardOf([job]),
    'supervision.job': () => ({ ...jobPage(job), photos: [asTaken, marked] }),
    'supervision.photo': () => ({ picture: PIXEL, missing: null }),
  });
  const open = page.getByRole('button', { name: 'Show large: Photo a' });
  await expect.element(open).toBeVisible();
  expect(open.elements()).toHaveLength(1);
  await expect.element(page.getByText('Marked up', { exact: true })).toBeVisible();
  expect(main.asked('supervision.photo')).toEqual([{ digest: drawn }]);
  await open.click();
  await dialog().getByRole('button', { name: 'Original' }).click();
  await expect.element(dialog().getByRole('button', { name: 'Marked up' })).toBeVisible();
  expect(await main.wasAsked('supervision.photo', 2)).toContainEqual({ digest: asTaken.digest });
});

test('the photo of a label is named in the words of the window, not in those of the log', async () => {
  const label = { ...first, item: ABOUT_LABEL.item, words: ABOUT_LABEL.text };
  await openWindow({ screen: 'installation', jobId: job.jobId, view: '' }, /Vito/, {
    ...boardOf([job]),
    'supervision.job': () => ({ ...jobPage(job), photos: [label] }),
  });
  await page.getByRole('button', { name: 'Show large: Label on the Box' }).click();
  await expect.element(dialog().getByText('Label on the Box')).toBeVisible();
});
