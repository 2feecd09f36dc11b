import { type FunctionComponent, lazy as awaited, useState } from 'react';
import type { AppStatus } from '../../shared/domain/status.ts';
import type { ScreenName, ScreenParams } from '../navigation/route.ts';
import { HomeScreen } from '../screens/home/HomeScreen.tsx';

/** A component gets the status of the app and the parameters of its route. */
type ScreenComponent<Name extends ScreenName> = FunctionComponent<
  { readonly status: AppStatus } & ScreenParams[Name]
>;

/**
 * The component of each screen, in the order in which they are preloaded: the likely ones first. Home is in the main
 * bundle because most starts show it.
 */
export const screenTable: { readonly [Name in ScreenName]: Part<ScreenComponent<Name>> } = {
  home: { Component: HomeScreen, fetch: () => Promise.resolve() },
  job: lazy(async () => (await import('../flows/JobFlow.tsx')).JobFlow),
  connect: lazy(async () => (await import('../screens/connect/ConnectScreen.tsx')).ConnectScreen),
  directory: lazy(async () => (await import('../screens/directory/DirectoryScreen.tsx')).DirectoryScreen),
  queue: lazy(async () => (await import('../screens/queue/QueueScreen.tsx')).QueueScreen),
  installations: lazy(
    async () => (await import('../screens/supervisor/InstallationsScreen.tsx')).InstallationsScreen,
  ),
  installation: lazy(
    async () => (await import('../screens/supervisor/InstallationScreen.tsx')).InstallationScreen,
  ),
  settings: lazy(async () => (await import('../screens/settings/SettingsScreen.tsx')).SettingsScreen),
  shift: lazy(async () => (await import('../screens/shift/ShiftScreen.tsx')).ShiftScreen),
  boxes: lazy(async () => (await import('../screens/boxes/BoxesScreen.tsx')).BoxesScreen),
  batch: lazy(async () => (await import('../screens/batch/BatchScreen.tsx')).BatchScreen),
  diagnostics: lazy(
    async () => (await import('../screens/diagnostics/DiagnosticsScreen.tsx')).DiagnosticsScreen,
  ),
  publish: lazy(async () => (await import('../screens/publish/PublishScreen.tsx')).PublishScreen),
  checklist: lazy(
    async () => (await import('../screens/checklist-editor/ChecklistEditorScreen.tsx')).ChecklistEditorScreen,
  ),
};

/** The screens that need no profile. */
export const withoutProfile: readonly ScreenName[] = ['settings', 'diagnostics', 'checklist'];

/** Replaces every screen that needs a profile while the saved one cannot be opened. */
export const startFailed = lazy(async () => (await import('./StartFailedPage.tsx')).StartFailedPage);

/** Preloads the screens one after the other while the window is idle, so that opening one needs no wait. */
export function fetchScreens(): () => void {
  let left: readonly Pick<typeof startFailed, 'fetch'>[] = [...Object.values(screenTable), startFailed];
  let waiting = 0;
  const fetchNext = () => {
    const [next, ...rest] = left;
    if (next === undefined) return;
    left = rest;
    // A failed load is reported when the screen is opened.
    void next.fetch().then(wait, wait);
  };
  const wait = () => {
    waiting = requestIdleCallback(fetchNext);
  };
  wait();
  return () => {
    left = [];
    cancelIdleCallback(waiting);
  };
}

/** A part of the window that may have to be loaded. */
interface Part<Component> {
  /** Suspends while it loads; after a preload it renders at once. */
  readonly Component: Component;
  readonly fetch: () => Promise<unknown>;
}

/** A part that is loaded on first use, or earlier by `fetch`. */
function lazy<Props extends object>(
  read: () => Promise<FunctionComponent<Props>>,
): Part<FunctionComponent<Props>> {
  let there: FunctionComponent<Props> | null = null;
  const fetch = async () => (there ??= await read());
  const Awaited = awaited(async () => ({ default: await fetch() }));
  return {
    // A preloaded component is used directly: `React.lazy` shows its fallback for a frame even when the module is
    // loaded. The choice is kept in state because a change of component remounts the screen.
    Component: function Loaded(props) {
      const [Shown] = useState<FunctionComponent<Props>>(() => there ?? Awaited);
      return <Shown {...props} />;
    },
    fetch,
  };
}
