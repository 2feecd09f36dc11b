import { useEffect } from 'react';
import { createStore, useStore } from 'zustand';
import type { HelpPage } from './help-topics.ts';

const store = createStore<{
  /** The page of the current step; null outside of a job. */
  readonly step: HelpPage | null;
  readonly isOpen: boolean;
}>(() => ({ step: null, isOpen: false }));

/** Sets the page of the current step while its component is mounted. */
export function useHelpPage(page: HelpPage | null): void {
  useEffect(() => {
    store.setState({ step: page });
    return () => store.setState({ step: null });
  }, [page]);
}

export const openHelp = (): void => store.setState({ isOpen: true });
export const closeHelp = (): void => store.setState({ isOpen: false });
export const toggleHelp = (): void => store.setState(({ isOpen }) => ({ isOpen: !isOpen }));

/** The state of the help: open or not, and the page of the current step. */
export const useHelp = () => useStore(store);
