import { useMemo } from 'react';
import type { BoardView } from './board-view.ts';
import { useToday } from '../../format/use-now.ts';
import { rangeOf } from './filters/date-ranges.ts';

/** A view as it is sent to the main process: its relative period is resolved to days. */
export type AskedView = Pick<BoardView, 'filter' | 'sort'>;

/** Memoised: changes only with the view or at midnight. */
export function useAskedView({ filter, period, sort }: BoardView): AskedView {
  const today = useToday();
  return useMemo(
    () => ({ filter: period === null ? filter : { ...filter, ...rangeOf(period, today) }, sort }),
    [filter, period, sort, today],
  );
}
