import { type BoxLabel, isSettled } from '../../../shared/domain/box-label.ts';
import type { PreflightCheck } from '../../../shared/domain/job.ts';
import type { JobId } from '../../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import { isGiven } from '../../db/tables/queue/hand-overs.ts';
import { noteAttachment } from '../../log/upload-source.ts';
import { checkedSerial } from '../box-lookup.ts';
import { changeJobOf, type JobChange, requireStep } from '../change.ts';
import type { DataOf } from '../job-data.ts';
import { keepPhoto } from '../keep-photo.ts';
import { labelChecks, numberOnLabel } from '../label-check.ts';
import type { JobParts } from '../parts.ts';
import { ABOUT_LABEL, forgetLabel } from './box-label.ts';

type FittedData = DataOf<'installation' | 'swap'>;
type FittedChange = JobChange<FittedData>;
type TakenBox = NonNullable<FittedChange['data']['box']>;

/**
 * Keeps the photo of the label of a Box that is taken already, also of a finished job; the log tells of it as added afterwards.
 * `codes` is what the reader saw in it. ProblemError `step-not-ready` without a Box, or where its label was read when it was
 * taken; `picture-unusable`,
 * `job-finished` where another laptop goes on with the job.
 */
export function photographLabelAfterwards(
  parts: JobParts,
  job: JobId,
  photo: { readonly jpeg: Uint8Array; readonly codes: readonly string[] },
): void {
  const { digest, total } = keepPhoto(parts, photo.jpeg);
  changeTaken(parts, job, (change, box) => {
    const serial = numberOnLabel(parts.directory, photo.codes, box.serialNumber);
    noteAttachment(change.context, { digest, mediaType: 'image/jpeg', total }, parts.clock);
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
 * The number that a person reads off the photographed label of a Box that is taken already. ProblemError `step-not-ready` without a photo,
 * or where it was read when the Box was taken; `serial-missing`, `serial-malformed`.
 */
export function readLabelAfterwards(parts: JobParts, job: JobId, typed: string): void {
  const serial = checkedSerial(typed).trim();
  changeTaken(parts, job, (change, box) => {
    const label = requireStep(box.label, 'box');
    change.record('label-read', { serial, by: 'person', digest: label.digest });
    return { ...label, read: { serial, by: 'person' } };
  });
}

/** With another label of its Box, and what that says about the serial in place of what was said before. */
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
      forgetLabel(change, box.label, next);
      return next;
    },
    { evenFinished: true },
  );
}

function labelledAs(data: FittedData, label: BoxLabel, checks: PreflightCheck[]): FittedData {
  // For the types alone: in an installation every Box has its operation.
  return data.kind === 'installation'
    ? { ...data, box: { ...requireStep(data.box, 'box'), label, checks } }
    : { ...data, box: { ...requireStep(data.box, 'box'), label, checks } };
}
