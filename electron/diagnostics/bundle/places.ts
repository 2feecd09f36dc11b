import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MASKED } from '../mask-details.ts';

/** Names the app gives to files. Others may be a person's words. */
const OUR_NAME =
  /^(?:[a-z]{2,20}(?:-[a-z]{2,20})?(?:\.\d)?\.(?:db|json|log)(?:-wal|-shm|\.open|\.suspect|\.unreadable)?|queue-\d{13,15}\.db|stop-\d{13,15}\.json|at-work|\d{1,15}(?:-\d)?|(?:uat|prod)-[0-9a-f]{12}|backups|damaged|profiles|logs|stops|attachments|checklists)$/;
/** Folders whose files are only counted: photos, and the browser's own. */
const COUNTED: ReadonlySet<string> = new Set(['attachments', 'checklists']);
const DEEPEST = 5;

interface PlaceToTell {
  readonly path: string;
  readonly bytes: number;
  /** Of a folder whose files are only counted. */
  readonly files?: number;
  readonly changedAt?: string;
}

/** The content of the data folder, with sizes; backups and damaged files by their times. Nothing is opened. */
export async function placesToTell(folder: string, path = '', depth = 0): Promise<readonly PlaceToTell[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const reported: PlaceToTell[] = [];
  for (const entry of entries) {
    const name = OUR_NAME.test(entry.name) ? entry.name : MASKED;
    const place = join(folder, entry.name);
    const known = `${path}${name}`;
    if (entry.isFile()) {
      const found = await stat(place).catch(() => null);
      if (found !== null && name !== MASKED)
        reported.push({ path: known, bytes: found.size, changedAt: found.mtime.toISOString() });
    } else if (entry.isDirectory() && COUNTED.has(name)) {
      reported.push({ path: `${known}/`, bytes: 0, files: await countFiles(place) });
    } else if (entry.isDirectory() && name !== MASKED && depth < DEEPEST) {
      reported.push(...(await placesToTell(place, `${known}/`, depth + 1)));
    }
  }
  return reported;
}

async function countFiles(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).length;
}
