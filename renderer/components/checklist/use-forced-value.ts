import type { ForcedMark } from '../../../shared/domain/checklist.ts';
import { useFormat } from '../../format/use-format.ts';

/** The value that was forced, as it is read. */
export function useForcedValue(): (mark: ForcedMark) => string {
  const format = useFormat();
  return ({ value, deviation }) => {
    if (typeof value === 'string') return value;
    return deviation.kind === 'differs' || deviation.kind === 'refused'
      ? String(value)
      : `${format.number(value)} ${deviation.unit}`.trim();
  };
}
