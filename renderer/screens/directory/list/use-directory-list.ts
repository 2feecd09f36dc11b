import { useState } from 'react';
import { create } from 'zustand';
import type { Instant } from '../../../../shared/time.ts';
import { type BridgeFunction, call } from '../../../data/call.ts';
import type { RowSource } from '../../../lists/row-pages.ts';
import { type ReadRows, useRowPages } from '../../../lists/use-rows.ts';
import { directoryTopics } from '../../../data/topics.ts';

/** Upper bound of the search text in characters, as in the contract. */
const LONGEST_SEARCH = 200;

/** A search of the Directory that answers by pages. */
export type ListPages<Row> = BridgeFunction<
  { text: string; limit: number; offset: number },
  { rows: Row[]; asOf: Instant | null }
>;

/** The rows of a list, and when it was read from the operator (null = never). */
export type DirectoryRows<Row> = ReadRows<string, Row, { readonly asOf: Instant | null }>;

/** The list for the typed text, refetched after a commit. */
export function useDirectoryList<Row>(list: ListPages<Row>, typed: string): DirectoryRows<Row> {
  const [source] = useState(() => sourceOf(list));
  return useRowPages(source, typed.trim().slice(0, LONGEST_SEARCH));
}

const sourceOf = <Row>(list: ListPages<Row>): RowSource<string, Row, { readonly asOf: Instant | null }> => ({
  topics: directoryTopics,
  read: async (text, page) => {
    const answer = await call(list, { text, ...page });
    if (!answer.ok) return answer;
    const { rows, asOf } = answer.value;
    return { ok: true, value: { rows, total: null, facts: { asOf } } };
  },
});

/** The key of a search: a part of the Directory, or a dialog with a list. */
type Place = string;

const useSearches = create<{ readonly typed: Readonly<Record<Place, string>> }>(() => ({ typed: {} }));

/** The typed search text of a list, kept while the list is unmounted. */
export function useSearch(place: Place): readonly [string, (typed: string) => void] {
  const typed = useSearches((searches) => searches.typed[place] ?? '');
  return [
    typed,
    (next) => useSearches.setState((searches) => ({ typed: { ...searches.typed, [place]: next } })),
  ];
}
