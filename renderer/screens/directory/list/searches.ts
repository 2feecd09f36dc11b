import { create } from 'zustand';

/** What one searches in: a part of the Directory, or a picking dialog. */
type Place = string;

const useSearches = create<{ readonly typed: Readonly<Record<Place, string>> }>(() => ({ typed: {} }));

/** What is typed into the search of a list; it is still there when one comes back to the list. */
export function useSearch(place: Place): readonly [string, (typed: string) => void] {
  const typed = useSearches((searches) => searches.typed[place] ?? '');
  return [
    typed,
    (next) => useSearches.setState((searches) => ({ typed: { ...searches.typed, [place]: next } })),
  ];
}
