import {
  type Annotation,
  annotationsOf,
  drawable,
  MOST_ANNOTATIONS,
} from '../../shared/domain/annotation.ts';
import { ABOUT_LABEL } from '../../shared/domain/boxes.ts';
import { allItems, phaseOf } from '../../shared/domain/checklist-asking.ts';
import type { JobId } from '../../shared/ids.ts';
import type { LogFactsOf } from '../../shared/log/entries.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { AttachmentDigest } from '../../shared/relay/attachments.ts';
import { noteAttachment } from '../log/upload-source.ts';
import { changeJob } from './change.ts';
import { checklistOf } from './job-checklist.ts';
import { labelsOf, type JobData } from './job-data.ts';
import type { JobParts } from './parts.ts';
import { keepPhoto, photosOf } from './pictures.ts';

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
    if (data.annotations.some((one) => one.digest === digest)) return data;
    if (!drawable(original, data.annotations).includes(of)) throw new ProblemError(makeProblem('blur-stays'));
    if (annotationsOf(original, data.annotations).length >= MOST_ANNOTATIONS) {
      throw new ProblemError(makeProblem('photos-enough', { count: MOST_ANNOTATIONS }));
    }
    const made: Annotation = {
      digest,
      original,
      drawnOn: of,
      blurred: blurred || drawnOn?.blurred === true,
      at: now,
      worker: parts.worker(),
    };
    noteAttachment(context, job, { digest, mediaType: 'image/jpeg', total }, parts.clock);
    record('photo-annotated', { ...subject, digest, original, drawnOn: of, blurred: made.blurred });
    return { ...data, annotations: [...data.annotations, made] };
  });
}

/**
 * The item or label that a photo of this job belongs to; null for other pictures, including annotations and signatures.
 */
function subjectOf(
  parts: JobParts,
  data: JobData,
  photo: AttachmentDigest,
): Pick<LogFactsOf<'photo-annotated'>, 'item' | 'text' | 'phase'> | null {
  if (labelsOf(data).some((label) => label.digest === photo)) return ABOUT_LABEL;
  const { template, answers } = checklistOf(parts, data);
  const item = allItems(template).find(({ id }) => photosOf(answers, id).includes(photo));
  return item === undefined ? null : { item: item.id, phase: phaseOf(item), text: item.text.en };
}
