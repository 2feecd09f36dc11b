import { create } from 'zustand';

const usePlaces = create<{ readonly view: string; readonly index: number }>(() => ({ view: '', index: 0 }));

/** The row with the keyboard cursor, restored on return to the same view. Another view begins at its first row. */
export function useLastPlace(view: string): readonly [number, (index: number) => void] {
  const index = usePlaces((place) => (place.view === view ? place.index : 0));
  return [index, (next) => keepPlace(view, next)];
}

/** Sets the row for the return to the table: the last job that was looked at, even if another one was opened first. */
export const keepPlace = (view: string, index: number): void => usePlaces.setState({ view, index });
