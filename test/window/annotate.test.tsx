import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { z } from 'zod';
import type { Annotation } from '../../shared/domain/annotation.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { attachmentDigest } from '../../shared/relay/attachments.ts';
import { instant } from '../../shared/time.ts';
import { NOW, statusWith } from './page/at-rest.ts';
import { box, van } from './page/car.ts';
import { jobNumber, newInstallation, nextJobNumber } from './page/jobs.ts';
import { dialog } from './page/keys.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';

const original = attachmentDigest.parse('a'.repeat(64));
const drawn = attachmentDigest.parse('b'.repeat(64));
const annotation: Annotation = {
  digest: drawn,
  original,
  drawnOn: original,
  blurred: true,
  at: instant.parse(Date.UTC(2026, 10, 21, 8)),
  worker: 'Bay 3 Tester',
};

let number = 0;
beforeEach(() => {
  number = nextJobNumber();
});

/** A picture of 80 × 60 pixels in one colour. */
function picture(colour: string): string {
  const canvas = document.createElement('canvas');
  canvas.width = 80;
  canvas.height = 60;
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('no canvas');
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 80, 60);
  return canvas.toDataURL('image/jpeg', 0.9);
}

async function openFitting(annotations: readonly Annotation[] = []): Promise<void> {
  const fresh = newInstallation(number);
  const job = newInstallation(number, {
    step: 'fitting',
    car: van,
    box,
    annotations: [...annotations],
    checklist: { ...fresh.checklist, answers: { 'photo-place': { photos: [original] } } },
    steps: {
      ...fresh.steps,
      before: { state: 'skipped', says: null },
      box: { state: 'confirmed', says: null },
    },
  });
  await openWindow({ screen: 'job', jobId: jobNumber(number) }, 'The Box in its place', {
    'jobs.get': () => job,
    'jobs.annotatePhoto': () => job,
    'jobs.picture': ({ digest }) => ({ picture: picture(digest === original ? 'gray' : 'black') }),
    'jobs.mountings': () => ({ places: [], shared: false, readAt: null }),
  });
}

const surface = () => dialog().getByRole('application');
const button = (name: string) => dialog().getByRole('button', { name, exact: true });
const marks = () =>
  dialog()
    .getByRole('group', { name: 'Marks' })
    .getByRole('button')
    .elements()
    .map(({ textContent }) => textContent);

async function openDialog(annotations: readonly Annotation[] = []): Promise<void> {
  await openFitting(annotations);
  await page.getByRole('button', { name: 'Mark up: Photo 1' }).click();
  await expect.element(surface()).toHaveAttribute('data-ready');
  surface().element().focus();
}

/** Decodes what was saved. */
async function savedPixel(x: number, y: number): Promise<readonly number[]> {
  const [asked] = await main.wasAsked('jobs.annotatePhoto');
  const image = new Image();
  image.src = `data:image/jpeg;base64,${z.object({ jpeg: z.string() }).parse(asked).jpeg}`;
  await image.decode();
  const canvas = new OffscreenCanvas(80, 60);
  const pen = canvas.getContext('2d');
  pen?.drawImage(image, 0, 0);
  return [...(pen?.getImageData(x, y, 1, 1).data ?? [])];
}

test('keys alone place, move and delete a mark, and undo and redo', async () => {
  await openDialog();
  await userEvent.keyboard('{Enter}');
  await expect.poll(marks).toEqual(['1. Arrow']);
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(button('Redo')).toBeEnabled();
  await userEvent.keyboard('{Control>}y{/Control}');
  await expect.poll(marks).toEqual(['1. Arrow']);
  await userEvent.keyboard('{ArrowRight}{ArrowDown}{Shift>}{ArrowLeft}{/Shift}');
  // One undo for each of the three, and one for the mark.
  for (let undo = 0; undo < 3; undo += 1) await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(marks).toEqual(['1. Arrow']);
  await userEvent.keyboard('{Delete}');
  await expect.element(button('Save as a new picture')).toBeDisabled();
});

test('a blur that is placed by a tap is saved with its original named', async () => {
  await openDialog();
  await button('Blur').click();
  await expect.element(button('Blur')).toHaveAttribute('aria-pressed', 'true');
  await surface().click();
  await expect.poll(marks).toEqual(['1. Blur']);
  await button('Save as a new picture').click();
  expect(await main.wasAsked('jobs.annotatePhoto')).toEqual([
    expect.objectContaining({ jobId: jobNumber(number), of: original, blurred: true }),
  ]);
  await expect.element(dialog()).not.toBeInTheDocument();
  // The frame of the selected mark is not part of the picture: grey is left grey.
  const [red, green, blue] = await savedPixel(40, 30);
  expect(
    Math.max(Math.abs(Number(red) - Number(green)), Math.abs(Number(green) - Number(blue))),
  ).toBeLessThan(12);
});

test('a circle is drawn by a drag, and is not blurred', async () => {
  await openDialog();
  await button('Circle').click();
  const canvas = surface().element();
  const { left, top, width, height } = canvas.getBoundingClientRect();
  const pointer = async (type: string, x: number, y: number) => {
    canvas.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        pointerId: 1,
        clientX: left + x * width,
        clientY: top + y * height,
      }),
    );
    await new Promise((resolve) => requestAnimationFrame(resolve));
  };
  canvas.setPointerCapture = () => undefined;
  await pointer('pointerdown', 0.25, 0.25);
  await pointer('pointermove', 0.5, 0.5);
  await pointer('pointerup', 0.75, 0.75);
  await expect.poll(marks).toEqual(['1. Circle']);
  await button('Save as a new picture').click();
  expect(await main.wasAsked('jobs.annotatePhoto')).toEqual([expect.objectContaining({ blurred: false })]);
  // The line passes through the middle of the circle's left edge.
  const [red, green] = await savedPixel(20, 30);
  expect(Number(red)).toBeGreaterThan(Number(green) + 60);
});

test('a text is typed at its mark; without words nothing is saved', async () => {
  await openDialog();
  await button('Text').click();
  await surface().click();
  await expect.element(button('Save as a new picture')).toBeDisabled();
  await dialog().getByLabelText('Text', { exact: true }).fill('Scratch');
  await expect.element(button('Save as a new picture')).toBeEnabled();
});

test('Escape closes an untouched dialog at once, and asks when there are marks', async () => {
  await openDialog();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Mark up: Photo 1' }).click();
  await expect.element(surface()).toHaveAttribute('data-ready');
  surface().element().focus();
  await userEvent.keyboard('{Enter}{Escape}');
  await expect.element(dialog().getByText('Discard the marks?', { exact: false })).toBeVisible();
  await button('Go on drawing').click();
  await expect.poll(marks).toEqual(['1. Arrow']);
  surface().element().focus();
  await userEvent.keyboard('{Escape}');
  await button('Discard').click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(main.asked('jobs.annotatePhoto')).toEqual([]);
});

test('a refusal keeps the dialog and its marks', async () => {
  await openDialog();
  main.answer({
    'jobs.annotatePhoto': () => {
      throw new ProblemError(makeProblem('photos-enough', { count: 12 }));
    },
  });
  await userEvent.keyboard('{Enter}');
  await button('Save as a new picture').click();
  await expect.element(dialog().getByText('There are 12 photos already', { exact: false })).toBeVisible();
  expect(marks()).toEqual(['1. Arrow']);
});

test('a mark-up that the disk may not have stored marks its step in the rail', async () => {
  const lost = makeProblem('last-steps-unsaved');
  await openDialog();
  main.answer({
    'app.status': () => statusWith({ savedAt: NOW, unsaved: lost }),
    'jobs.annotatePhoto': () => {
      main.announce('status');
      throw new ProblemError(lost);
    },
  });
  await userEvent.keyboard('{Enter}');
  await button('Save as a new picture').click();
  const rail = page.getByRole('navigation', { name: 'Steps of this job', includeHidden: true });
  await expect
    .element(rail.getByRole('button', { name: /^Fitting/, includeHidden: true }))
    .toHaveTextContent('FittingMay not be saved');
});

test('the newest annotation is shown first, and the original is one tap away', async () => {
  await openFitting([annotation]);
  const shown = page.getByRole('img', { name: 'Photo 1' });
  await expect.element(shown).toHaveAttribute('src', picture('black'));
  await expect.element(page.getByText('Marked up', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Show the original: Photo 1' }).click();
  await expect.element(shown).toHaveAttribute('src', picture('gray'));
});

test('a further annotation is drawn on the newest picture, or on the original where that is chosen', async () => {
  await openDialog([{ ...annotation, blurred: false }]);
  await userEvent.keyboard('{Enter}');
  await button('Draw on the original').click();
  await expect.element(surface()).toHaveAttribute('data-ready');
  await button('Draw on the newest picture').click();
  await expect.element(surface()).toHaveAttribute('data-ready');
  await expect.element(button('Save as a new picture')).toBeEnabled();
  await button('Save as a new picture').click();
  expect(await main.wasAsked('jobs.annotatePhoto')).toEqual([expect.objectContaining({ of: drawn })]);
});

test('once a part is blurred, the newest picture alone is drawn on', async () => {
  await openDialog([annotation]);
  await expect.element(button('Draw on the original')).not.toBeInTheDocument();
  await expect.element(dialog().getByText('Blurred parts stay blurred.', { exact: false })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await button('Save as a new picture').click();
  expect(await main.wasAsked('jobs.annotatePhoto')).toEqual([expect.objectContaining({ of: drawn })]);
});

test('a photo of which no picture has every blur is not drawn on', async () => {
  await openFitting([annotation, { ...annotation, digest: attachmentDigest.parse('c'.repeat(64)) }]);
  await expect.element(page.getByRole('img', { name: 'Photo 1' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Mark up: Photo 1' })).not.toBeInTheDocument();
});
