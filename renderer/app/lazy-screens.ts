import { type Lazy, lazy } from './lazy.tsx';

/** Every screen but Home, which most starts show: each is read when it is first wanted, or when the window has nothing to do. */
const jobFlow = lazy(async () => (await import('../flows/JobFlow.tsx')).JobFlow);
const connectScreen = lazy(async () => (await import('../screens/connect/ConnectScreen.tsx')).ConnectScreen);
const directoryScreen = lazy(
  async () => (await import('../screens/directory/DirectoryScreen.tsx')).DirectoryScreen,
);
const queueScreen = lazy(async () => (await import('../screens/queue/QueueScreen.tsx')).QueueScreen);
const installationsScreen = lazy(
  async () => (await import('../screens/supervisor/InstallationsScreen.tsx')).InstallationsScreen,
);
const installationScreen = lazy(
  async () => (await import('../screens/supervisor/InstallationScreen.tsx')).InstallationScreen,
);
const settingsScreen = lazy(
  async () => (await import('../screens/settings/SettingsScreen.tsx')).SettingsScreen,
);
const shiftScreen = lazy(async () => (await import('../screens/shift/ShiftScreen.tsx')).ShiftScreen);
const batchScreen = lazy(async () => (await import('../screens/batch/BatchScreen.tsx')).BatchScreen);
const diagnosticsScreen = lazy(
  async () => (await import('../screens/diagnostics/DiagnosticsScreen.tsx')).DiagnosticsScreen,
);
const checklistEditorScreen = lazy(
  async () => (await import('../screens/checklist-editor/ChecklistEditorScreen.tsx')).ChecklistEditorScreen,
);

export const JobFlow = jobFlow.Part;
export const ConnectScreen = connectScreen.Part;
export const DirectoryScreen = directoryScreen.Part;
export const QueueScreen = queueScreen.Part;
export const InstallationsScreen = installationsScreen.Part;
export const InstallationScreen = installationScreen.Part;
export const SettingsScreen = settingsScreen.Part;
export const ShiftScreen = shiftScreen.Part;
export const BatchScreen = batchScreen.Part;
export const DiagnosticsScreen = diagnosticsScreen.Part;
export const ChecklistEditorScreen = checklistEditorScreen.Part;

/** In the order in which a person is likely to want them. */
const inOrder: readonly Pick<Lazy<never>, 'fetch'>[] = [
  jobFlow,
  connectScreen,
  directoryScreen,
  queueScreen,
  installationsScreen,
  installationScreen,
  settingsScreen,
  shiftScreen,
  batchScreen,
  diagnosticsScreen,
  checklistEditorScreen,
];

/** Loads them one after the other while the window is idle, so that no screen has to be waited for. */
export function fetchScreens(): () => void {
  let left = inOrder;
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
