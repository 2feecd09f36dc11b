import { type ComponentType, lazy as awaited, useState } from 'react';

/** Every screen but Home, which most starts show, in the order in which a person is likely to want them. */
const inOrder: Pick<Lazy<never>, 'fetch'>[] = [];

/** A screen that is read when it is first wanted, or when the window has nothing to do. */
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

/** Loads them one after the other while the window is idle, so that no screen has to be waited for. */
export function fetchScreens(): () => void {
  let left: readonly Pick<Lazy<never>, 'fetch'>[] = inOrder;
  let waiting = 0;
  const fetchNext = () => {
    const [next, ...rest] = left;
    if (next === undefined) return;
    left = rest;
    // One that cannot be read says so when it is wanted.
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

/** A part of the window that is read when it is first wanted, or before. */
interface Lazy<Props> {
  /** Suspends while it is being read; once it was fetched, it is there at once. */
  readonly Part: ComponentType<Props>;
  readonly fetch: () => Promise<unknown>;
}

/** `const queue = lazy(async () => (await import('…')).QueueScreen)`; `queue.fetch()` ahead spares a person the wait. */
function lazy<Props extends object>(read: () => Promise<ComponentType<Props>>): Lazy<Props> {
  let there: ComponentType<Props> | null = null;
  const fetch = async () => (there ??= await read());
  const Awaited = awaited(async () => ({ default: await fetch() }));
  return {
    // React shows a fallback for a frame even where nothing is waited for, and takes another component for another screen.
    Part: function Part(props) {
      const [Shown] = useState<ComponentType<Props>>(() => there ?? Awaited);
      return <Shown {...props} />;
    },
    fetch,
  };
}
