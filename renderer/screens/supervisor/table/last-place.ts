import { create } from 'zustand';

const usePlaces = create<{ readonly view: string; readonly index: number }>(() => ({ view: '', index: 0 }));

/** The row the keyboard is on; coming back to the same view, it is still there. Another view begins at its first row. */
export function useLastPlace(view: string): readonly [number, (index: number) => void] {
  const index = usePlaces((place) => (place.view === view ? place.index : 0));
  return [index, (next) => keepPlace(view, next)];
}

/** The row that is come back to: the job one looks at, also where one has gone on to another than was opened. */
export const keepPlace = (view: string, index: number): void => usePlaces.setState({ view, index });
