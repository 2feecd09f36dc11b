import { useTranslation } from 'react-i18next';

/** So many of so many in percent, in the reader's language; null of nothing. */
export function usePercent(): (part: number, of: number) => string | null {
  const { i18n } = useTranslation();
  const format = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 0 });
  return (part, of) => (of === 0 ? null : format.format(part / of));
}
