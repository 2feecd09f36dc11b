import { useEffect } from 'react';
import { createStore, useStore } from 'zustand';

/** The guides that the window shows, by their file in `docs/`. */
export const guideNames = [
  'installers',
  'supervisors',
  'support',
  'errors',
  'risk',
  'reviews',
  'privacy',
] as const;
export type GuideName = (typeof guideNames)[number];

/** A place in a guide: the anchor of a heading; '' = the beginning. */
export interface HelpPage {
  readonly guide: GuideName;
  readonly section: string;
}

export const installers = (section: string): HelpPage => ({ guide: 'installers', section });
export const supervisors = (section: string): HelpPage => ({ guide: 'supervisors', section });

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
