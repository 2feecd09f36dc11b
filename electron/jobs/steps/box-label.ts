import { ABOUT_LABEL, type BoxLabel, isSettled, type PreflightCheck } from '../../../shared/domain/boxes.ts';
import type { JobId } from '../../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import { noteAttachment } from '../../log/upload-source.ts';
import { isGiven } from '../../db/tables/queue/hand-overs.ts';
import { checkedSerial, numberOnLabel, labelChecks } from '../box-lookup.ts';
import { changeJobOf, type JobChange, requireStep, type JobParts } from '../change.ts';
import type { DataOf } from '../job-data.ts';
import { keepPhoto, withdrawFrom } from '../pictures.ts';

/* The photo of the label of a Box, in the step Box and later. It is synced to disk before the job refers to it. */

type FittedData = DataOf<'installation' | 'swap'>;
type FittedChange = JobChange<FittedData>;

/**
 * Stores the photo of the label of the Box in hand and replaces the previous one. `codes`: the codes that the reader
 * found in it. `beside`: the serial that it is compared with. ProblemError `picture-unusable`.
 */
export async function photographLabel(
  parts: JobParts,
  job: JobId,
  photo: { readonly jpeg: Uint8Array; readonly codes: readonly string[]; readonly beside: string },
): Promise<void> {
  const { digest, total } = await keepPhoto(parts, photo.jpeg);
  const serial = numberOnLabel(parts.directory, photo.codes, photo.beside);
  changeFitted(parts, job, (change) => {
    noteAttachment(change.context, job, { digest, mediaType: 'image/jpeg', total }, parts.clock);
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
 * The number that a person reads from the photographed label. ProblemErrors `step-not-ready` without a photo,
 * `serial-missing`, `serial-malformed`.
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

/** The job with another label in hand. The previous photo is no longer needed, and the log records its removal. */
function withLabel(change: FittedChange, label: BoxLabel | null): FittedData {
  return clearLabel(change, change.data.label, { ...change.data, label });
}

/**
 * Removes the label of a Box that is replaced; `next` is the resulting job. Returns it without the annotations of that
 * label.
 */
export function clearLabel<Data extends FittedData>(
  { context, record, row, now }: FittedChange,
  label: BoxLabel | null,
  next: Data,
): Data {
  if (label === null || label.digest === next.label?.digest || label.digest === next.box?.label?.digest)
    return next;
  record('photo-removed', { ...ABOUT_LABEL, digest: label.digest });
  return withdrawFrom(context, row.id, [label.digest], next, now);
}

function changeFitted(parts: JobParts, job: JobId, decide: (change: FittedChange) => FittedData): void {
  changeJobOf<'installation' | 'swap'>(parts, job, ['installation', 'swap'], decide);
}

type TakenBox = NonNullable<FittedChange['data']['box']>;

/**
 * Stores the photo of the label of a chosen Box, also in a finished job; the log marks it as added afterwards. `codes`:
 * the codes that the reader found in it. ProblemErrors: `step-not-ready` (no Box, or its label was read when it was
 * chosen), `picture-unusable`, `job-finished` (another laptop continues the job).
 */
export async function photographLabelAfterwards(
  parts: JobParts,
  job: JobId,
  photo: { readonly jpeg: Uint8Array; readonly codes: readonly string[] },
): Promise<void> {
  const { digest, total } = await keepPhoto(parts, photo.jpeg);
  changeTaken(parts, job, (change, box) => {
    const serial = numberOnLabel(parts.directory, photo.codes, box.serialNumber);
    noteAttachment(change.context, job, { digest, mediaType: 'image/jpeg', total }, parts.clock);
    change.record('label-added', { ...ABOUT_LABEL, box: box.serialNumber, digest });
    if (serial !== null) change.record('label-read', { serial, by: 'code', digest });
    return {
      digest,
      read: serial === null ? null : { serial, by: 'code' },
      afterwards: { at: change.now, worker: parts.worker() },
    };
  });
}

/**
 * The number that a person reads from the photographed label of a chosen Box. ProblemErrors: `step-not-ready` (no
 * photo, or the label was read when the Box was chosen), `serial-missing`, `serial-malformed`.
 */
export function readLabelAfterwards(parts: JobParts, job: JobId, typed: string): void {
  const serial = checkedSerial(typed).trim();
  changeTaken(parts, job, (change, box) => {
    const label = requireStep(box.label, 'box');
    change.record('label-read', { serial, by: 'person', digest: label.digest });
    return { ...label, read: { serial, by: 'person' } };
  });
}

/** The job with another label of its Box, and with the new result of its comparison with the serial. */
function changeTaken(
  parts: JobParts,
  job: JobId,
  labelled: (change: FittedChange, box: TakenBox) => BoxLabel,
): void {
  changeJobOf<'installation' | 'swap'>(
    parts,
    job,
    ['installation', 'swap'],
    (change) => {
      if (isGiven(change.context.sqlite, job)) throw new ProblemError(makeProblem('job-finished'));
      const box = requireStep(change.data.box, 'box');
      if (isSettled(box.label)) throw new ProblemError(makeProblem('step-not-ready', { step: 'box' }));
      const label = labelled(change, box);
      const others = box.checks.filter(({ check }) => check !== 'label' && check !== 'label-photo');
      const seen = labelChecks(parts.directory, { label, wanted: false }, box.serialNumber);
      const next = labelledAs(change.data, label, [...seen, ...others]);
      return clearLabel(change, box.label, next);
    },
    { evenFinished: true },
  );
}

function labelledAs(data: FittedData, label: BoxLabel, checks: PreflightCheck[]): FittedData {
  // For the type checker only: in an installation every Box has its operation.
  return data.kind === 'installation'
    ? { ...data, box: { ...requireStep(data.box, 'box'), label, checks } }
    : { ...data, box: { ...requireStep(data.box, 'box'), label, checks } };
}
