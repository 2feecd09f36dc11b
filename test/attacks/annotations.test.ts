import { expect, test } from 'vitest';
import { photosOf } from '../../electron/supervision/projection/job-facts.ts';
import { assembleFacts } from '../../electron/supervision/projection/assemble-facts.ts';
import { annotationsIn, customerPictures } from '../../shared/domain/annotation.ts';
import { attachmentDigest } from '../../shared/relay/attachments.ts';
import { loggedJob, type Step } from '../unit/supervision/logged-job.ts';

/*
 * A laptop whose program was changed writes into its own log that a picture was made from another one. A supervisor believes that of photos of
 * the same job alone, as they were taken.
 */

const [one, two, drawn, foreign] = ['1', '2', '3', '4'].map((digit) =>
  attachmentDigest.parse(digit.repeat(64)),
);
if (one === undefined || two === undefined || drawn === undefined || foreign === undefined)
  throw new Error('four digests');
type Digest = typeof one;

const taken = (digest: Digest, item = 'photo-place'): Step => ['photo-taken', { item, digest }];
const claims = (digest: Digest, original: Digest, facts: Step[1] = { blurred: true }): Step => [
  'photo-annotated',
  { item: 'photo-place', digest, original, ...facts },
];
const read = (...steps: readonly Step[]) => photosOf(assembleFacts(loggedJob(steps)).facts);
const links = (...steps: readonly Step[]) =>
  read(...steps).map(({ digest, original }) => [digest, original] as const);
/** The pictures that a customer gets of `digest`. */
const shownFor = (digest: Digest, ...steps: readonly Step[]) => {
  return customerPictures(digest, annotationsIn(read(...steps))).shown;
};

test('the annotation of a photo of the job takes its place for customers', () => {
  expect(shownFor(one, taken(one), claims(drawn, one))).toEqual([drawn]);
  expect(shownFor(one, taken(one), claims(drawn, one, { blurred: false }))).toEqual([drawn, one]);
});

test('an annotation that arrives by another laptop before its photo is still its annotation', () => {
  expect(shownFor(one, claims(drawn, one), taken(one))).toEqual([drawn]);
});

test('an entry that does not say whether a part is blurred counts as blurred', () => {
  expect(shownFor(one, taken(one), claims(drawn, one, {}))).toEqual([drawn]);
});

test('of two pictures that blur different parts of a photo, a customer gets neither', () => {
  const face = claims(drawn, one);
  expect(shownFor(one, taken(one), face, claims(two, one))).toEqual([]);
  expect(shownFor(one, taken(one), claims(two, one), face)).toEqual([]);
});

test('a picture drawn on the blurred one takes its place, in whichever order the logs arrive', () => {
  const face = claims(drawn, one);
  const both = claims(two, one, { blurred: true, drawnOn: drawn });
  expect(shownFor(one, taken(one), face, both)).toEqual([two]);
  expect(shownFor(one, both, taken(one), face)).toEqual([two]);
  // An arrow between the two blurs.
  const arrow = claims(foreign, one, { blurred: false, drawnOn: drawn });
  const after = claims(two, one, { blurred: true, drawnOn: foreign });
  expect(shownFor(one, taken(one), face, arrow, after)).toEqual([two]);
});

test('pictures that were drawn on each other in a circle, or on themselves, are not for customers', () => {
  const each = (digest: Digest, drawnOn: Digest) => claims(digest, one, { blurred: true, drawnOn });
  expect(shownFor(one, taken(one), each(drawn, two), each(two, drawn))).toEqual([]);
  expect(shownFor(one, taken(one), each(drawn, drawn))).toEqual([]);
  expect(shownFor(one, taken(one), each(drawn, two), each(two, drawn), each(foreign, one))).toEqual([]);
});

test('a second entry about a picture neither takes its blur back nor gives it to another photo', () => {
  const again = (original: Digest) => claims(drawn, original, { blurred: false });
  expect(shownFor(one, taken(one), claims(drawn, one), again(one))).toEqual([drawn]);
  expect(shownFor(one, taken(one), again(one), claims(drawn, one))).toEqual([drawn]);
  expect(shownFor(one, taken(one), taken(two), claims(drawn, one), again(two))).toEqual([drawn]);
});

test('a picture that names a photo of another job is a photo by itself', () => {
  expect(links(taken(one), claims(drawn, foreign))).toEqual([
    [one, null],
    [drawn, null],
  ]);
});

test('a photo of the job is not turned into the annotation of another one, in whichever order', () => {
  const asTaken = [
    [one, null],
    [two, null],
  ];
  expect(links(taken(one), taken(two), claims(two, one))).toEqual(asTaken);
  expect(links(taken(one), claims(two, one), taken(two))).toEqual(asTaken);
  expect(shownFor(one, taken(one), taken(two), claims(two, one))).toEqual([one]);
});

test('annotations of annotations, of themselves and in a circle take no place', () => {
  expect(links(claims(drawn, drawn))).toEqual([[drawn, null]]);
  expect(links(claims(one, two), claims(two, one))).toEqual([
    [one, null],
    [two, null],
  ]);
  expect(shownFor(drawn, taken(one), claims(drawn, one), claims(two, drawn))).toEqual([drawn]);
});

test('a signature has no annotation', () => {
  const signed: Step = ['signed', { item: 'signature', name: 'A. Fitter', drawn: true, digest: one }];
  expect(links(signed, claims(drawn, one))).toEqual([
    [one, null],
    [drawn, null],
  ]);
});

test('an annotation is removed with its photo', () => {
  const removed: Step = ['photo-removed', { item: 'photo-place', digest: one }];
  expect(read(taken(one), claims(drawn, one), removed).every(({ removedAt }) => removedAt !== null)).toBe(
    true,
  );
  expect(read(taken(one), claims(drawn, one)).every(({ removedAt }) => removedAt === null)).toBe(true);
});
