import { type BoxLabel, LABEL_ITEM } from '../../../shared/domain/box-label.ts';
import type { JobId } from '../../../shared/ids.ts';
import { noteAttachment } from '../../log/upload-source.ts';
import { checkedSerial } from '../box-lookup.ts';
import { changeJobOf, type JobChange, requireStep } from '../change.ts';
import type { DataOf } from '../job-data.ts';
import { keepPhoto, withdrawFrom } from '../keep-photo.ts';
import { numberOnLabel } from '../label-check.ts';
import type { JobParts } from '../parts.ts';

type FittedData = DataOf<'installation' | 'swap'>;
type FittedChange = JobChange<FittedData>;

/** The subject of the photo in the log. */
export const ABOUT_LABEL = { item: LABEL_ITEM, text: 'Label of the Box' };

/**
 * Keeps the photo of the label of the Box in hand, in place of the one before: on disk before the job tells of it. `codes` is
 * what the reader saw in it, `beside` the serial it is compared with. ProblemError `picture-unusable`.
 */
export function photographLabel(
  parts: JobParts,
  job: JobId,
  photo: { readonly jpeg: Uint8Array; readonly codes: readonly string[]; readonly beside: string },
): void {
  const { digest, total } = keepPhoto(parts, photo.jpeg);
  const serial = numberOnLabel(parts.directory, photo.codes, photo.beside);
  changeFitted(parts, job, (change) => {
    noteAttachment(change.context, { digest, mediaType: 'image/jpeg', total }, parts.clock);
    change.record('photo-taken', { ...ABOUT_LABEL, digest });
    if (serial !== null) change.record('label-read', { serial, by: 'code', digest });
    const label: BoxLabel = {
      digest,
      read: serial === null ? null : { serial, by: 'code' },
      afterwards: null,
    };
    return withLabel(change, label);
  });
}

/**
 * The number that a person reads off the photographed label. ProblemError `step-not-ready` without a photo, `serial-missing`,
 * `serial-malformed`.
 */
export function readLabel(parts: JobParts, job: JobId, typed: string): void {
  const serial = checkedSerial(typed).trim();
  changeFitted(parts, job, (change) => {
    const label = requireStep(change.data.label, 'box');
    change.record('label-read', { serial, by: 'person', digest: label.digest });
    return { ...change.data, label: { ...label, read: { serial, by: 'person' } } };
  });
}

/** Takes the photo of the label in hand out of the job; without one nothing changes. */
export function dropLabel(parts: JobParts, job: JobId): void {
  changeFitted(parts, job, (change) => (change.data.label === null ? change.data : withLabel(change, null)));
}

/** The job with another label in hand: the photo before is not needed any more, and the log keeps that it was taken out. */
function withLabel(change: FittedChange, label: BoxLabel | null): FittedData {
  const next = { ...change.data, label };
  forgetLabel(change, change.data.label, next);
  return next;
}

/** A label whose Box is replaced goes with it; `next` is the job as it will be. */
export function forgetLabel(
  { context, record, row, now }: FittedChange,
  label: BoxLabel | null,
  next: FittedData,
): void {
  if (label === null || label.digest === next.label?.digest || label.digest === next.box?.label?.digest)
    return;
  record('photo-removed', { ...ABOUT_LABEL, digest: label.digest });
  withdrawFrom(context, row.id, [label.digest], next, now);
}

function changeFitted(parts: JobParts, job: JobId, decide: (change: FittedChange) => FittedData): void {
  changeJobOf<'installation' | 'swap'>(parts, job, ['installation', 'swap'], decide);
}
