import { type ChecklistAnswers, type ChecklistItem, MOST_PHOTOS } from '../../../shared/domain/checklist.ts';
import { phaseOf } from '../../../shared/domain/checklist-asking.ts';
import { requiredName } from '../../../shared/domain/typed-text.ts';
import type { JobId } from '../../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import type { AttachmentDigest, AttachmentType } from '../../../shared/relay/attachments.ts';
import { noteAttachment } from '../../log/upload-source.ts';
import { changeJobOf, type JobChange } from '../change.ts';
import { checklistOf, reopenedFor } from '../job-checklist.ts';
import type { InstallationData } from '../job-data.ts';
import type { JobParts } from '../parts.ts';
import { keepPhoto, withdrawFrom, isPng, LARGEST_PICTURE } from '../pictures.ts';

/**
 * Keeps a photo: its bytes are on disk before the answer that tells of them is written, and that one with its log entry
 * and its place in the upload. ProblemError `not-found`, `picture-unusable`, `photos-enough`.
 */
export function addPhoto(parts: JobParts, job: JobId, itemId: string, bytes: Uint8Array): void {
  const { digest, total } = keepPhoto(parts, bytes);
  changeItem(parts, job, itemId, 'photo', (change, item, answers) => {
    const before = photosOf(answers, itemId);
    if (before.includes(digest)) return answers;
    if (before.length >= MOST_PHOTOS) {
      throw new ProblemError(makeProblem('photos-enough', { count: MOST_PHOTOS }));
    }
    note(parts, change, { digest, mediaType: 'image/jpeg', total });
    change.record('photo-taken', { ...about(item), digest });
    return { ...answers, [itemId]: { photos: [...before, digest] } };
  });
}

/**
 * Takes a photo out of the job: what the relay has not got yet, it does not get. The log keeps that it was taken and that it was
 * taken out, so that a reviewer knows both of the relay's photos. ProblemError `not-found`.
 */
export function removePhoto(parts: JobParts, job: JobId, itemId: string, digest: AttachmentDigest): void {
  changeItem(parts, job, itemId, 'photo', (change, item, answers) => {
    const before = photosOf(answers, itemId);
    if (!before.includes(digest)) return answers;
    change.record('photo-removed', { ...about(item), digest });
    const photos = before.filter((other) => other !== digest);
    const { [itemId]: _before, ...others } = answers;
    return photos.length === 0 ? others : { ...others, [itemId]: { photos } };
  });
}

/**
 * Keeps a signature: the drawn one, or the name as it was typed where drawing is not possible. Null takes it back. ProblemError
 * `not-found`, `picture-unusable`, `name-missing`, `name-too-long`.
 */
export function sign(
  parts: JobParts,
  job: JobId,
  itemId: string,
  signature: { readonly name: string; readonly drawn: boolean; readonly png: Uint8Array } | null,
): void {
  if (signature === null) {
    changeItem(parts, job, itemId, 'signature', (change, item, answers) => {
      change.record('signature-taken-back', about(item));
      const { [itemId]: _before, ...others } = answers;
      return others;
    });
    return;
  }
  const { png, drawn } = signature;
  const name = requiredName(signature.name, 'signature');
  if (png.byteLength > LARGEST_PICTURE || !isPng(png))
    throw new ProblemError(makeProblem('picture-unusable'));
  const digest = parts.attachments.keep(png);
  changeItem(parts, job, itemId, 'signature', (change, item, answers) => {
    note(parts, change, { digest, mediaType: 'image/png', total: png.byteLength });
    change.record('signed', { ...about(item), name, drawn, digest });
    return { ...answers, [itemId]: { signature: digest, name, drawn } };
  });
}

function note(
  { clock }: JobParts,
  { context }: JobChange,
  kept: { digest: AttachmentDigest; mediaType: AttachmentType; total: number },
): void {
  noteAttachment(context, kept, clock);
}

const about = (item: ChecklistItem) => ({ item: item.id, phase: phaseOf(item), text: item.text.en });

/** The photos of an item as answered. */
export function photosOf(answers: ChecklistAnswers, itemId: string): readonly AttachmentDigest[] {
  const answer = answers[itemId];
  return typeof answer === 'object' && 'photos' in answer ? answer.photos : [];
}

/** Photos and signatures of a whole checklist. */
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
  decide: (
    change: JobChange<InstallationData>,
    item: ChecklistItem,
    answers: ChecklistAnswers,
  ) => ChecklistAnswers,
): void {
  changeJobOf(parts, job, ['installation'], (change): InstallationData => {
    const begun = checklistOf(parts, change.data);
    const { template, answers: before } = begun;
    const item = template.items.find(({ id }) => id === itemId);
    if (item?.type !== type) throw new ProblemError(makeProblem('not-found'));
    const answers = decide(change, item, before);
    const next: InstallationData = {
      ...change.data,
      checklist: { ...reopenedFor(change.data.checklist, item), begun: { ...begun, answers } },
    };
    withdrawFrom(change.context, job, picturesIn(before), next, change.now);
    return next;
  });
}
