import { actionKeys } from '../../../renderer/screens/queue/action-keys.ts';

const acts = 'screens/queue/OperationActs.tsx';

/**
 * Every shortcut of the window: the file that declares it and its key, as `useShortcuts` takes it. `test/unit/renderer/shortcut-list.test.ts`
 * compares the list with the code, and `shortcuts.test.tsx` has a case for each, by type.
 */
export const shortcuts = [
  'app/WorkerButton.tsx escape',
  'finding/FindButton.tsx mod+K',
  'scanning/ScanNotice.tsx escape',
  'screens/connect/SyncPage.tsx Enter',
  'screens/home/HomeScreen.tsx N',
  'screens/home/HomeScreen.tsx R',
  'screens/home/HomeScreen.tsx S',
  `${acts} ${actionKeys.retry}`,
  `${acts} ${actionKeys.correct}`,
  `${acts} ${actionKeys.hold}`,
  `${acts} ${actionKeys.release}`,
  `${acts} ${actionKeys.cancel}`,
  `${acts} ${actionKeys['cancel-dependants']}`,
  `${acts} ${actionKeys['decide-done']}`,
  `${acts} ${actionKeys['decide-not-done']}`,
  `${acts} ${actionKeys['move-to-car']}`,
  `${acts} ${actionKeys.acknowledge}`,
  'screens/queue/OperationPane.tsx escape',
  'screens/queue/QueueScreen.tsx /',
  'screens/queue/QueueScreen.tsx ?',
  'screens/queue/QueueScreen.tsx T',
  'screens/queue/QueueScreen.tsx U',
  'screens/supervisor/InstallationScreen.tsx J',
  'screens/supervisor/InstallationScreen.tsx K',
  'screens/supervisor/KeysButton.tsx ?',
  'screens/supervisor/filters/FilterBar.tsx /',
  'screens/supervisor/job/PhotoDialog.tsx ArrowLeft',
  'screens/supervisor/job/PhotoDialog.tsx ArrowRight',
  'screens/supervisor/review/ReviewBar.tsx A',
  'screens/supervisor/review/ReviewBar.tsx R',
  'screens/supervisor/table/TableFoot.tsx A',
] as const;

export type ShortcutName = (typeof shortcuts)[number];

/** The key of a shortcut. */
export const keyOf = (name: ShortcutName): string => name.slice(name.indexOf(' ') + 1);
