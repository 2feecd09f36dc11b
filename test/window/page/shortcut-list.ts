import en from '../../../resources/locales/en.json';

const acts = 'screens/queue/OperationActs.tsx';

/**
 * Every shortcut of the window: the file that declares it and its key, as `useShortcuts` takes it, or the name of a letter that each
 * language has for itself. `test/unit/renderer/shortcut-list.test.ts`
 * compares the list with the code, and `shortcuts.test.tsx` has a case for each, by type.
 */
export const shortcuts = [
  'app/Frame.tsx escape',
  'finding/FindDialog.tsx mod+K',
  'help/HelpButton.tsx F1',
  'scanning/ScanHub.tsx escape',
  'screens/connect/SyncPage.tsx Enter',
  'screens/home/HomeScreen.tsx installation',
  'screens/home/HomeScreen.tsx removal',
  'screens/home/HomeScreen.tsx swap',
  'screens/home/PlannedJobs.tsx planned',
  `${acts} retry`,
  `${acts} correct`,
  `${acts} hold`,
  `${acts} release`,
  `${acts} cancel`,
  `${acts} cancel-dependants`,
  `${acts} decide-done`,
  `${acts} decide-not-done`,
  `${acts} move-to-car`,
  `${acts} acknowledge`,
  'screens/queue/OperationPane.tsx escape',
  'screens/queue/QueueScreen.tsx /',
  'screens/queue/QueueScreen.tsx ?',
  'screens/queue/QueueScreen.tsx tryNow',
  'screens/queue/QueueScreen.tsx moved',
  'screens/supervisor/InstallationScreen.tsx J',
  'screens/supervisor/InstallationScreen.tsx K',
  'screens/supervisor/KeysButton.tsx ?',
  'screens/supervisor/filters/FilterBar.tsx /',
  'screens/supervisor/job/Photo.tsx ArrowLeft',
  'screens/supervisor/job/Photo.tsx ArrowRight',
  'screens/supervisor/review/ReviewBar.tsx approve',
  'screens/supervisor/review/ReviewBar.tsx rework',
  'screens/supervisor/table/TablePart.tsx approve',
] as const;

export type ShortcutName = (typeof shortcuts)[number];

const letters = new Map(Object.entries(en.letter));

/** The key of a shortcut, in English. */
export function keyOf(shortcut: ShortcutName): string {
  const name = shortcut.slice(shortcut.indexOf(' ') + 1);
  return letters.get(name) ?? name;
}
