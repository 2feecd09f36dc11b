import type { ForcedMark } from '../../../shared/domain/checklist.ts';
import type { JobData } from '../job-data.ts';

/* The evidence of a returned job that was recorded at this laptop. */

/**
 * The data of a file with the forced marks and annotations of this laptop, as they are here. No app removes or edits a
 * forced mark, or removes an annotation whose photo stays. A changed file could otherwise hide a reason from the report,
 * or show a photo without its blur.
 */
export function withOwnEvidence(own: JobData, data: JobData): JobData {
  const photos = JSON.stringify({ ...data, annotations: [] });
  const drawn = own.annotations.filter(({ original }) => photos.includes(original));
  const foreign = data.annotations.filter(({ digest }) => !drawn.some((one) => one.digest === digest));
  const marks = data.forced.filter((mark) => !own.forced.some((one) => isSame(one, mark)));
  return { ...data, forced: [...own.forced, ...marks], annotations: [...drawn, ...foreign] };
}

const isSame = (one: ForcedMark, other: ForcedMark): boolean =>
  one.template === other.template && one.item === other.item && one.at === other.at;
