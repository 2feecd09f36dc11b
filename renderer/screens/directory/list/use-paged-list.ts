import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createPagedList, type ListPages, type PagedList } from './paged-list.ts';

/** The list for what is typed, kept fresh, with the way to its next page. */
export function usePagedList<Row extends { readonly id: number }>(
  list: ListPages<Row>,
  typed: string,
): PagedList<Row> & { readonly more: () => void; readonly again: () => void } {
  const [lists] = useState(() => createPagedList(list, typed));
  useEffect(() => lists.watch(), [lists]);
  useEffect(() => lists.ask(typed), [lists, typed]);
  return { ...useStore(lists.store), more: lists.more, again: lists.again };
}
