import { type JobKind, stepsOf } from '../../../../shared/domain/job-steps.ts';
import type { SupervisionJob } from '../../../../shared/domain/supervision-job.ts';
import { neverReached } from '../../../../shared/never.ts';
import type { ReviewPin } from '../../../../shared/relay/reviews.ts';
import { useLocalText } from '../../../components/checklist/use-local-text.ts';
import { useText } from '../../../i18n/use-text.ts';

/** The subject of a review, in words; null where it is the whole job. */
export function usePinWords(job: SupervisionJob): (pin: ReviewPin) => string | null {
  const text = useText();
  const localText = useLocalText();
  const itemWords = (id: string) => {
    const item = job.checklist?.items.find((one) => one.item === id);
    if (item === undefined) return id;
    return item.asked === null ? item.words : localText(item.asked.text);
  };
  return (pin) => {
    switch (pin.at) {
      case 'job':
        return null;
      case 'step':
        return text('reviewing.aboutStep', { step: stepWord(job.row.kind, pin.step, text) });
      case 'item':
        return text('reviewing.aboutItem', { item: itemWords(pin.item) });
      case 'photo': {
        const photo = job.photos.find(({ digest }) => digest === pin.digest);
        const of = pin.item ?? photo?.item ?? null;
        return text('installations.reviewing.aboutPhotoOf', {
          item: of === null ? text('installations.job.photo') : itemWords(of),
        });
      }
      default:
        return neverReached(pin);
    }
  };
}

/** A step by its name; one of another version as it is. */
function stepWord(kind: JobKind, step: string, text: ReturnType<typeof useText>): string {
  const known = stepsOf[kind].find((one) => one === step);
  return known === undefined ? step : text(`step.${known}`);
}
