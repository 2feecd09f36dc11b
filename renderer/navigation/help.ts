import { useEffect } from 'react';
import { createStore, useStore } from 'zustand';
import type { HelpPage } from './help-topics.ts';

const store = createStore<{
  /** Of the step in front; null outside of a job. */
  readonly step: HelpPage | null;
  readonly isOpen: boolean;
}>(() => ({ step: null, isOpen: false }));

/** Names the page of the step in front while it is shown. */
export function useHelpPage(page: HelpPage | null): void {
  useEffect(() => {
    store.setState({ step: page });
    return () => store.setState({ step: null });
  }, [page]);
}

export const openHelp = (): void => store.setState({ isOpen: true });
export const closeHelp = (): void => store.setState({ isOpen: false });
export const toggleHelp = (): void => store.setState(({ isOpen }) => ({ isOpen: !isOpen }));

/** Is the help open, and the page of the step in front. */
export const useHelp = () => useStore(store);
