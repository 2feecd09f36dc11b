import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { AskedView } from '../use-asked-view.ts';
import { createRowPages, type RowPages } from './row-pages.ts';

/** The table of a view, kept fresh where it is looked at. */
export function useRowPages(view: AskedView): RowPages & {
  readonly want: (first: number, last: number) => void;
  readonly again: () => void;
} {
  const [model] = useState(() => createRowPages(window.boxwright.supervision.installations, view));
  useEffect(() => model.watch(), [model]);
  useEffect(() => model.ask(view), [model, view]);
  return { ...useStore(model.store), want: model.want, again: model.again };
}
