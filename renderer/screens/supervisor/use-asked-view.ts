import { useMemo } from 'react';
import type { BoardView } from './board-view.ts';
import { useToday } from '../../format/use-now.ts';
import { rangeOf } from './filters/date-ranges.ts';

/** A view as the main process is asked for it: with the days that its period has today. */
export type AskedView = Pick<BoardView, 'filter' | 'sort'>;

/** Another one only when the view is another one, or another day has come. */
export function useAskedView({ filter, period, sort }: BoardView): AskedView {
  const today = useToday();
  return useMemo(
    () => ({ filter: period === null ? filter : { ...filter, ...rangeOf(period, today) }, sort }),
    [filter, period, sort, today],
  );
}
