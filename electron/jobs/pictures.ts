import { type ChecklistAnswers, type ChecklistItem, MOST_PHOTOS } from '../../shared/domain/checklist.ts';
import { allItems, isNotApplicable, phaseOf } from '../../shared/domain/checklist-asking.ts';
import { requiredName } from '../../shared/domain/typed-text.ts';
import type { JobId } from '../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { AttachmentDigest, AttachmentType } from '../../shared/relay/attachments.ts';
import { isDecodable } from '../../shared/picture-size.ts';
import type { Instant } from '../../shared/time.ts';
import {
  type Annotation,
  annotationsOf,
  drawable,
  MOST_ANNOTATIONS,
} from '../../shared/domain/annotation.ts';
import { ABOUT_LABEL } from '../../shared/domain/boxes.ts';
import type { LogFactsOf } from '../../shared/log/entries.ts';
import { noteAttachment } from '../log/upload-source.ts';
import type { Sqlite, WriteContext } from '../db/open.ts';
import { jobsWithSameFile, withdrawAttachment, readAttachment } from '../db/tables/queue/attachments.ts';
import { changeJob, loadJob, type JobChange, type JobParts } from './change.ts';
import { checklistOf, namedChecklist, reopenedFor } from './job-checklist.ts';
import { type BegunChecklist, type JobData, labelsOf } from './job-data.ts';

/*
 * Photos and signatures of a job. The bytes are synced to disk, beside the event loop, before the job refers to them. A
 * job that ends during that write refuses the picture. Retention deletes the file that no job refers to.
 */

/**
 * Stores a photo. Its bytes are synced before the answer that refers to it is written. The answer, its log entry and
 * its upload are one transaction. ProblemErrors `not-found`, `picture-unusable`, `photos-enough`.
 */
export async function addPhoto(
  parts: JobParts,
  job: JobId,
  itemId: string,
  bytes: Uint8Array,
): Promise<void> {
  const { digest, total } = await keepPhoto(parts, bytes);
  changeItem(parts, job, itemId, 'photo', (change, item, begun) => {
    const { answers } = begun;
    const before = photosOf(answers, itemId);
    if (before.includes(digest)) return answers;
    if (before.length >= MOST_PHOTOS) {
      throw new ProblemError(makeProblem('photos-enough', { count: MOST_PHOTOS }));
    }
    note(parts, change, { digest, mediaType: 'image/jpeg', total });
    change.record('photo-taken', { ...about(item, begun), digest });
    return { ...answers, [itemId]: { photos: [...before, digest] } };
  });
}

/**
 * Removes a photo from the job; its missing part is not uploaded. The log records both the addition and the removal,
 * because the relay may already have the photo. ProblemError `not-found`.
 */
export function removePhoto(parts: JobParts, job: JobId, itemId: string, digest: AttachmentDigest): void {
  changeItem(parts, job, itemId, 'photo', (change, item, begun) => {
    const { answers } = begun;
    const before = photosOf(answers, itemId);
    if (!before.includes(digest)) return answers;
    change.record('photo-removed', { ...about(item, begun), digest });
    const photos = before.filter((other) => other !== digest);
    const { [itemId]: _before, ...others } = answers;
    return photos.length === 0 ? others : { ...others, [itemId]: { photos } };
  });
}

/**
 * Stores a signature: a drawn one, or a typed name where drawing is impossible. Null removes it. ProblemErrors
 * `not-found`, `picture-unusable`, `name-missing`, `name-too-long`.
 */
export async function sign(
  parts: JobParts,
  job: JobId,
  itemId: string,
  signature: { readonly name: string; readonly drawn: boolean; readonly png: Uint8Array } | null,
): Promise<void> {
  if (signature === null) {
    changeItem(parts, job, itemId, 'signature', (change, item, begun) => {
      change.record('signature-taken-back', about(item, begun));
      const { [itemId]: _before, ...others } = begun.answers;
      return others;
    });
    return;
  }
  const { png, drawn } = signature;
  const name = requiredName(signature.name, 'signature');
  if (png.byteLength > LARGEST_PICTURE || !isPng(png))
    throw new ProblemError(makeProblem('picture-unusable'));
  const digest = await parts.attachments.keep(png);
  changeItem(parts, job, itemId, 'signature', (change, item, begun) => {
    note(parts, change, { digest, mediaType: 'image/png', total: png.byteLength });
    change.record('signed', { ...about(item, begun), name, drawn, digest });
    return { ...begun.answers, [itemId]: { signature: digest, name, drawn } };
  });
}

function note(
  { clock }: JobParts,
  { context, row }: JobChange,
  kept: { digest: AttachmentDigest; mediaType: AttachmentType; total: number },
): void {
  noteAttachment(context, row.id, kept, clock);
}

/** The facts that name an item in the log. A photo may be the first entry that names the job's checklist. */
const about = (item: ChecklistItem, begun: Readonly<BegunChecklist>) => ({
  ...namedChecklist(begun),
  item: item.id,
  phase: phaseOf(item),
  text: item.text.en,
});

/** The photos in the answer of an item. */
export function photosOf(answers: ChecklistAnswers, itemId: string): readonly AttachmentDigest[] {
  const answer = answers[itemId];
  return typeof answer === 'object' && 'photos' in answer ? answer.photos : [];
}

/** The photos and signatures of a whole checklist. */
export function picturesIn(answers: ChecklistAnswers): readonly AttachmentDigest[] {
  return Object.values(answers).flatMap((answer) => {
    if (typeof answer !== 'object') return [];
    if ('photos' in answer) return answer.photos;
    return 'signature' in answer ? [answer.signature] : [];
  });
}

function changeItem(
  parts: JobParts,
  job: JobId,
  itemId: string,
  type: ChecklistItem['type'],
  decide: (change: JobChange, item: ChecklistItem, begun: Readonly<BegunChecklist>) => ChecklistAnswers,
): void {
  changeJob(parts, job, (change) => {
    const begun = checklistOf(parts, change.data);
    const { template, answers: before } = begun;
    const item = allItems(template).find(({ id }) => id === itemId);
    if (item?.type !== type) throw new ProblemError(makeProblem('not-found'));
    // Withdrawn first, so that the log records the change.
    if (isNotApplicable(before[itemId]))
      throw new ProblemError(makeProblem('input-invalid', { field: itemId }));
    const answers = decide(change, item, begun);
    const next: JobData = {
      ...change.data,
      checklist: { ...reopenedFor(change.data.checklist, item), begun: { ...begun, answers } },
    };
    return withdrawFrom(change.context, job, picturesIn(before), next, change.now);
  });
}

/** A photo whose bytes are on disk; `total` is its size in bytes. */
interface KeptPhoto {
  readonly digest: AttachmentDigest;
  readonly total: number;
}

/**
 * Writes a photo to disk without the camera's metadata. ProblemError `picture-unusable`, also above the pixel limit for
 * decoding.
 */
export async function keepPhoto(
  { attachments }: Pick<JobParts, 'attachments'>,
  bytes: Uint8Array,
): Promise<KeptPhoto> {
  const plain = bytes.byteLength > LARGEST_PICTURE ? null : plainJpeg(bytes);
  if (plain === null || !isDecodable('image/jpeg', plain))
    throw new ProblemError(makeProblem('picture-unusable'));
  return { digest: await attachments.keep(plain), total: plain.byteLength };
}

/**
 * Cancels the upload of pictures that were removed from a job, unless this job (`next`) or another one still uses the
 * same picture. Their annotations are removed too. Returns the job without those annotations.
 */
export function withdrawFrom<Data extends JobData>(
  context: WriteContext,
  job: JobId,
  taken: readonly AttachmentDigest[],
  next: Data,
  at: Instant,
): Data {
  const withdraw = (gone: readonly AttachmentDigest[], left: Data) => {
    const rest = JSON.stringify(left);
    const unused = gone.filter((sha256) => !rest.includes(sha256));
    for (const sha256 of unused) {
      withdrawAttachment(context, { sha256, job, at });
      context.changed('status');
    }
    return unused;
  };
  const drawn = next.annotations.filter(({ original }) => taken.includes(original));
  const gone = withdraw(taken, { ...next, annotations: [] });
  const orphaned = drawn.filter(({ original }) => gone.includes(original));
  if (orphaned.length === 0) return next;
  const left = { ...next, annotations: next.annotations.filter((one) => !orphaned.includes(one)) };
  withdraw(
    orphaned.map(({ digest }) => digest),
    left,
  );
  return left;
}

/** A stored picture as a data URL; null when it is missing, damaged, or too large for a window to decode. */
export function pictureOf(
  { database, attachments }: Pick<JobParts, 'database' | 'attachments'>,
  digest: AttachmentDigest,
): string | null {
  const row = readAttachment(database.sqlite, digest);
  const bytes = row === undefined ? null : attachments.piece(digest, 0, row.total);
  if (row === undefined || bytes === null || !isDecodable(row.media_type, bytes)) return null;
  return `data:${row.media_type};base64,${Buffer.from(bytes).toString('base64')}`;
}

/** Upper bound of a stored picture in bytes; the window scales pictures below it. */
const LARGEST_PICTURE = 4 * 1024 * 1024;

/**
 * A JPEG without camera metadata (place, time, serial numbers): the segments APP1 to APP15 and comments are removed.
 * Null if the bytes are not a JPEG.
 */
export function plainJpeg(bytes: Uint8Array): Uint8Array | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
  const kept: Uint8Array[] = [bytes.subarray(0, 2)];
  let at = 2;
  while (at + 4 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) return null;
    // The image data begins here; no further segments follow.
    if (marker === 0xda) {
      kept.push(bytes.subarray(at));
      return Buffer.concat(kept);
    }
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
    const next = at + 2 + length;
    if (length < 2 || next > bytes.length) return null;
    const tells = (marker >= 0xe1 && marker <= 0xef) || marker === 0xfe;
    if (!tells) kept.push(bytes.subarray(at, next));
    at = next;
  }
  return null;
}

const PNG_START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Whether the bytes start like a PNG. */
function isPng(bytes: Uint8Array): boolean {
  return PNG_START.every((byte, index) => bytes[index] === byte);
}

/**
 * Stores a marked-up photo as a separate picture that names its original. `of`: the picture that was drawn on, which is
 * a photo of this job or an annotation of one. An annotation of a blurred picture is blurred too. Once a blurred one
 * exists, only it may be drawn on: `blur-stays` for any other. ProblemErrors `not-found` (the job shows no such photo),
 * `picture-unusable`, `photos-enough`, `job-finished`.
 */
export async function annotatePhoto(
  parts: JobParts,
  job: JobId,
  {
    of,
    jpeg,
    blurred,
  }: { readonly of: AttachmentDigest; readonly jpeg: Uint8Array; readonly blurred: boolean },
): Promise<void> {
  const { digest, total } = await keepPhoto(parts, jpeg);
  changeJob(parts, job, ({ context, data, now, record }) => {
    const drawnOn = data.annotations.find((one) => one.digest === of);
    const original = drawnOn?.original ?? of;
    const subject = subjectOf(parts, data, original);
    if (subject === null) throw new ProblemError(makeProblem('not-found'));
    // If the bytes equal an original, that photo would become the annotation of another one.
    if (subjectOf(parts, data, digest) !== null) throw new ProblemError(makeProblem('picture-unusable'));
    const isBlurred = blurred || drawnOn?.blurred === true;
    const kept = data.annotations.find((one) => one.digest === digest);
    // The same bytes were kept without a blur, so they have none.
    if (kept !== undefined && isBlurred && !kept.blurred)
      throw new ProblemError(makeProblem('picture-unusable'));
    if (kept !== undefined) return data;
    if (!drawable(original, data.annotations).includes(of)) throw new ProblemError(makeProblem('blur-stays'));
    if (annotationsOf(original, data.annotations).length >= MOST_ANNOTATIONS) {
      throw new ProblemError(makeProblem('photos-enough', { count: MOST_ANNOTATIONS }));
    }
    const made: Annotation = {
      digest,
      original,
      drawnOn: of,
      blurred: isBlurred,
      at: now,
      worker: parts.worker(),
    };
    noteAttachment(context, job, { digest, mediaType: 'image/jpeg', total }, parts.clock);
    record('photo-annotated', { ...subject, digest, original, drawnOn: of, blurred: made.blurred });
    return { ...data, annotations: [...data.annotations, made] };
  });
}

/**
 * The annotations that decide which pictures customers get: those of the job, and the blurred ones that other jobs of
 * this laptop have of the same photos. An annotation of several jobs is blurred if one of them says so.
 */
export function annotationsForCustomers(
  sqlite: Sqlite,
  { id, annotations }: { readonly id: JobId; readonly annotations: readonly Annotation[] },
): Annotation[] {
  const all = new Map(annotations.map((one) => [one.original + one.digest, one]));
  for (const other of jobsWithSameFile(sqlite, id)) {
    for (const one of loadJob(sqlite, other).data.annotations) {
      const key = one.original + one.digest;
      if (one.blurred) all.set(key, { ...(all.get(key) ?? one), blurred: true });
    }
  }
  return [...all.values()];
}

/**
 * The item or label that a photo of this job belongs to; null for other pictures, including annotations and signatures.
 */
function subjectOf(
  parts: JobParts,
  data: JobData,
  photo: AttachmentDigest,
): Omit<LogFactsOf<'photo-annotated'>, 'digest' | 'original' | 'drawnOn' | 'blurred'> | null {
  if (labelsOf(data).some((label) => label.digest === photo)) return ABOUT_LABEL;
  const begun = checklistOf(parts, data);
  const item = allItems(begun.template).find(({ id }) => photosOf(begun.answers, id).includes(photo));
  return item === undefined ? null : about(item, begun);
}
