import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { row } from '../unit/supervision-exports/rows.ts';
import { boardOf, jobPage } from './page/board.ts';
import { dialog } from './page/keys.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';

const job = row(1);
const photos = jobPage(job).photos;
const [first] = photos;
if (first === undefined) throw new Error('a photo');

/** Opens the request for photo a, with everything filled in. */
const askAboutFirst = async () => {
  await openWindow({ screen: 'installation', jobId: job.jobId, view: '' }, /Vito/, boardOf([job]));
  await page.getByRole('button', { name: /^Needs rework/ }).click();
  await dialog().getByLabelText('Reason').selectOptions('Another reason');
  await dialog().getByLabelText('Where').selectOptions('Photo 1: Photo a');
  await dialog().getByLabelText('Instruction').fill('Blurred');
};

test('a request names the chosen photo, also where another one arrives before it is sent', async () => {
  await askAboutFirst();
  const earlier = { ...first, digest: 'c'.repeat(64), words: 'Photo c' };
  main.answer({ 'supervision.job': () => ({ ...jobPage(job), photos: [earlier, ...photos] }) });
  main.announce('supervision');
  await expect.element(dialog().getByText('Photo 1: Photo c')).toBeInTheDocument();
  await expect.element(dialog().getByLabelText('Where')).toHaveDisplayValue('Photo 2: Photo a');
  await dialog().getByRole('button', { name: 'Send back' }).click();
  expect(await main.wasAsked('reviewing.review')).toMatchObject([
    { pin: { at: 'photo', digest: first.digest } },
  ]);
});

test('a request is based on the review that was in view, not on one that came behind its dialog', async () => {
  await askAboutFirst();
  main.answer({
    'reviewing.ofJob': () => ({ jobId: job.jobId, state: 'approved', revision: 1, said: [], own: [] }),
  });
  main.announce('reviews');
  await main.wasAsked('reviewing.ofJob', 2);
  await expect.element(page.getByText('This job is approved.')).toBeInTheDocument();
  await dialog().getByRole('button', { name: 'Send back' }).click();
  expect(await main.wasAsked('reviewing.review')).toMatchObject([{ basedOn: 0 }]);
});
