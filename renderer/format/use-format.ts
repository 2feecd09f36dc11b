import { useTranslation } from 'react-i18next';
import { type Format, formatOf } from '../../shared/words/speak.ts';

/** The format of the window's present language. */
export function useFormat(): Format {
  const { i18n } = useTranslation();
  return formatOf(i18n.language);
}
