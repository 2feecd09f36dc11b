import type { Scene } from './check.ts';

/** The operator was never asked for what the spec forbids, and the app met no fault of its own but the disk's. */
export function checkRecords({
  world,
  faults,
  laptop,
}: Pick<Scene, 'world' | 'faults' | 'laptop'>): readonly string[] {
  const found: string[] = [];
  // The operator keeps one list for all laptops.
  for (const { rule, method, path, detail } of laptop === 0 ? world.operator.violations.all : []) {
    found.push(`forbidden: ${rule}: ${method} ${path}: ${detail}`);
  }
  const storageWasHard = world.storm.diskFull > 0 || world.storm.databaseBusy > 0;
  for (const text of faults) {
    if (storageWasHard && /not-saved-disk-full|database-busy/.test(text)) continue;
    if (/another instance has taken this queue over/.test(text)) continue;
    found.push(`fault: ${text}`);
  }
  return found;
}
