import type { AnsweredItem } from '../../../shared/domain/supervision-job.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { useLocalText } from './use-local-text.ts';

/** An answer as a person reads it; null where it is photos alone. */
export function useAnswerWords(): (item: Pick<AnsweredItem, 'asked' | 'answer' | 'photos'>) => string | null {
  const text = useText();
  const format = useFormat();
  const localText = useLocalText();
  return ({ asked, answer, photos }) => {
    if (answer === null) return photos.length > 0 ? null : text('installations.job.notAnswered');
    if (typeof answer === 'boolean') return text(answer ? 'installations.job.yes' : 'installations.job.no');
    if (typeof answer === 'number') {
      return asked?.type === 'number' ? `${format.number(answer)} ${asked.unit}` : format.number(answer);
    }
    const option = asked?.type === 'choice' ? asked.options.find(({ id }) => id === answer) : undefined;
    return option === undefined ? answer : localText(option.text);
  };
}
