import { create } from 'zustand';

/** The place of a search: a part of the Directory, or a picking dialog. */
type Place = string;

const useSearches = create<{ readonly typed: Readonly<Record<Place, string>> }>(() => ({ typed: {} }));

/** The typed text of a list's search; it is still there when the list is shown again. */
export function useSearch(place: Place): readonly [string, (typed: string) => void] {
  const typed = useSearches((searches) => searches.typed[place] ?? '');
  return [
    typed,
    (next) => useSearches.setState((searches) => ({ typed: { ...searches.typed, [place]: next } })),
  ];
}
