import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createRowPages, type RowPages, type RowPagesModel, type RowSource } from './row-pages.ts';

/** A list with the ways to read more of it. */
export type ReadRows<Question, Row, Facts> = RowPages<Question, Row, Facts> &
  Pick<RowPagesModel<Question, Row, Facts>, 'want' | 'refetch'>;

/** The rows that answer a question, kept fresh while the list is shown. The source is the first one given. */
export function useRowPages<Question, Row, Facts>(
  source: RowSource<Question, Row, Facts>,
  question: Question,
): ReadRows<Question, Row, Facts> {
  const [model] = useState(() => createRowPages(source, question));
  useEffect(() => model.watch(), [model]);
  useEffect(() => model.ask(question), [model, question]);
  return { ...useStore(model.store), want: model.want, refetch: model.refetch };
}
