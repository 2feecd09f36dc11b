import { type ComponentType, lazy as awaited, useState } from 'react';

/** Every screen except Home, in the order of likely use. Home is in the main bundle because most starts show it. */
const inOrder: Pick<Lazy<never>, 'fetch'>[] = [];

/** A screen that is loaded on first use, or earlier when the window is idle. */
function screen<Props extends object>(read: () => Promise<ComponentType<Props>>) {
  const made = lazy(read);
  inOrder.push(made);
  return made.Part;
}

export const JobFlow = screen(async () => (await import('../flows/JobFlow.tsx')).JobFlow);
export const ConnectScreen = screen(
  async () => (await import('../screens/connect/ConnectScreen.tsx')).ConnectScreen,
);
export const DirectoryScreen = screen(
  async () => (await import('../screens/directory/DirectoryScreen.tsx')).DirectoryScreen,
);
export const QueueScreen = screen(async () => (await import('../screens/queue/QueueScreen.tsx')).QueueScreen);
export const InstallationsScreen = screen(
  async () => (await import('../screens/supervisor/InstallationsScreen.tsx')).InstallationsScreen,
);
export const InstallationScreen = screen(
  async () => (await import('../screens/supervisor/InstallationScreen.tsx')).InstallationScreen,
);
export const SettingsScreen = screen(
  async () => (await import('../screens/settings/SettingsScreen.tsx')).SettingsScreen,
);
export const ShiftScreen = screen(async () => (await import('../screens/shift/ShiftScreen.tsx')).ShiftScreen);
export const BatchScreen = screen(async () => (await import('../screens/batch/BatchScreen.tsx')).BatchScreen);
export const DiagnosticsScreen = screen(
  async () => (await import('../screens/diagnostics/DiagnosticsScreen.tsx')).DiagnosticsScreen,
);
export const StartFailedPage = screen(async () => (await import('./StartFailedPage.tsx')).StartFailedPage);
export const ChecklistEditorScreen = screen(
  async () => (await import('../screens/checklist-editor/ChecklistEditorScreen.tsx')).ChecklistEditorScreen,
);

/** Preloads the screens one after the other while the window is idle, so that opening one needs no wait. */
export function fetchScreens(): () => void {
  let left: readonly Pick<Lazy<never>, 'fetch'>[] = inOrder;
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

/** A part of the window that is loaded on first use or preloaded. */
interface Lazy<Props> {
  /** Suspends while it loads; after a preload it renders at once. */
  readonly Part: ComponentType<Props>;
  readonly fetch: () => Promise<unknown>;
}

/**
 * `const queue = lazy(async () => (await import('…')).QueueScreen)`; calling `queue.fetch()` earlier spares a person
 * the wait.
 */
function lazy<Props extends object>(read: () => Promise<ComponentType<Props>>): Lazy<Props> {
  let there: ComponentType<Props> | null = null;
  const fetch = async () => (there ??= await read());
  const Awaited = awaited(async () => ({ default: await fetch() }));
  return {
    // A preloaded component is used directly: `React.lazy` shows its fallback for a frame even when the module is
    // loaded. The choice is kept in state because a change of component remounts the screen.
    Part: function Part(props) {
      const [Shown] = useState<ComponentType<Props>>(() => there ?? Awaited);
      return <Shown {...props} />;
    },
    fetch,
  };
}
