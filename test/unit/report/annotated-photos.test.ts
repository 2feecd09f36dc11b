import { expect, test } from 'vitest';
import { shippedTemplates } from '../../../electron/jobs/checklists.ts';
import { renderReport } from '../../../electron/reports/reports.ts';
import type { Annotation } from '../../../shared/domain/annotation.ts';
import { attachmentDigest } from '../../../shared/relay/attachments.ts';
import { instant } from '../../../shared/time.ts';
import { exampleJob, exampleProfile } from './example-job.ts';
import { contextIn, readable } from './rendered.ts';

const digest = (letter: string) => attachmentDigest.parse(letter.repeat(64));
const drawn = (letter: string, departs: Partial<Annotation> = {}): Annotation => ({
  digest: digest(letter),
  original: digest('a'),
  drawnOn: digest('a'),
  blurred: false,
  at: instant.parse(Date.UTC(2026, 10, 21, 8, 30)),
  worker: 'Kim Fitter',
  ...departs,
});
const pictures = (one: string) => `data:image/jpeg;base64,${one.charAt(0)}`;

/** The pictures that the report embeds, in their order. */
function embedded(...annotations: readonly Annotation[]) {
  const answers = { 'photo-place': { photos: [digest('a')] } };
  const checklist = { ...exampleJob().checklist, template: shippedTemplates[0], answers };
  const job = exampleJob({ checklist, annotations: [...annotations] });
  const document = renderReport(job, exampleProfile(), contextIn('en', { pictures }));
  return { letters: [...document.matchAll(/base64,(.)/g)].map(([, letter]) => letter), document };
}

test('a marked-up photo stands before its original, with the person who made it', () => {
  const { letters, document } = embedded(drawn('b'), drawn('c'));
  expect(letters).toEqual(['c', 'a']);
  expect(readable(document)).toContain('Marked up: Kim Fitter');
});

test('the original of a blurred photo is named by its digest and not embedded', () => {
  const { letters, document } = embedded(drawn('b', { blurred: true }));
  expect(letters).toEqual(['b']);
  expect(readable(document)).toContain(`Picture that lacks a blur, not included: SHA-256 ${digest('a')}`);
});

test('a later annotation without a blur does not bring the face back', () => {
  const { letters, document } = embedded(drawn('b', { blurred: true }), drawn('c'));
  expect(letters).toEqual(['b']);
  for (const letter of ['a', 'c']) expect(readable(document)).toContain(`SHA-256 ${digest(letter)}`);
});

test('pictures that blur different parts of a photo are named by their digests and not embedded', () => {
  const { letters, document } = embedded(drawn('b', { blurred: true }), drawn('c', { blurred: true }));
  expect(letters).toEqual([]);
  for (const letter of ['a', 'b', 'c']) expect(readable(document)).toContain(`SHA-256 ${digest(letter)}`);
});

test('the annotations of another photo change nothing', () => {
  expect(embedded(drawn('b', { original: digest('f'), blurred: true })).letters).toEqual(['a']);
});
