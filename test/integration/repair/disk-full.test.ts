import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { createIds } from '../../../electron/base/ids.ts';
import { createInstallationLog } from '../../../electron/log/append.ts';
import { customerId } from '../../../shared/ids.ts';
import { movingClock } from '../queue/moving-clock.ts';
import { damage } from './damage.ts';
import { backUp, openKeptFile } from './laptop.ts';

const PROFILE = 'profiles/uat-0123/4711';
/** Of `ulimit -f`, in bytes. */
const BLOCK = 512;

/** Opens the profile in a process of its own, which may make no file larger than that. */
function openWith(dataDir: string, largestFile: number | null): string {
  const script = `${largestFile === null ? '' : `ulimit -f ${largestFile / BLOCK}; `}exec "$0" "$@"`;
  const program = [process.execPath, join(import.meta.dirname, 'open-profile.ts'), dataDir];
  const { stdout, stderr } = spawnSync('sh', ['-c', script, ...program], { encoding: 'utf8' });
  return `${stdout}${stderr}`.trim();
}

/** A laptop's folder with a damaged queue.db: some of its log is in a backup, some in the file alone. */
async function damagedLaptop(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'boxwright-disk-full-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const file = join(dataDir, PROFILE, 'queue.db');
  mkdirSync(join(dataDir, PROFILE), { recursive: true });
  const clock = movingClock();
  const target = {
    environment: 'uat',
    baseUrl: 'http://127.0.0.1:1',
    customerId: customerId.parse(4711),
  } as const;
  const { database, backups } = openKeptFile({ clock, target }, file);
  const log = createInstallationLog({
    ids: createIds(),
    clock,
    worker: () => 'Bay 3',
    clockOffsetMs: () => null,
  });
  const write = (entries: number) =>
    database.write((context) => {
      for (let entry = 0; entry < entries; entry += 1) {
        log.append(context, {
          job: null,
          type: 'box-forced',
          data: { serial: '1', checks: 'label', reason: 'x'.repeat(500) },
        });
      }
    });
  write(400);
  await backUp(database, file, clock.now());
  write(100);
  await backups.stop();
  database.close();
  damage(file, { kind: 'page', file: '', at: 0.4 });
  return dataDir;
}

const entriesIn = (dataDir: string): number => {
  const sqlite = new BetterSqlite3(join(dataDir, PROFILE, 'queue.db'), { readonly: true });
  try {
    return Number(sqlite.prepare('SELECT count(*) FROM log_entry').pluck().get());
  } finally {
    sqlite.close();
  }
};

test('where the disk has no room to repair the file, that is reported, and nothing is lost until there is', async () => {
  const dataDir = await damagedLaptop();
  const withRoom = `${dataDir}-with-room`;
  onTestFinished(() => rmSync(withRoom, { recursive: true, force: true }));
  cpSync(dataDir, withRoom, { recursive: true });
  const before = readFileSync(join(dataDir, PROFILE, 'queue.db'));
  expect(openWith(withRoom, null)).toBe('opened');
  const mended = entriesIn(withRoom);
  expect(mended).toBeGreaterThan(500);

  const refused: number[] = [];
  for (
    let largest = 8 * 1024;
    largest < before.length * 2;
    largest = Math.ceil((largest * 1.5) / BLOCK) * BLOCK
  ) {
    const said = openWith(dataDir, largest);
    if (said === 'opened') break;
    expect(said).toBe('not-saved-disk-full');
    expect(readFileSync(join(dataDir, PROFILE, 'queue.db')).equals(before)).toBe(true);
    refused.push(largest);
  }
  expect(refused.length).toBeGreaterThan(3);
  expect(openWith(dataDir, null)).toBe('opened');
  expect(entriesIn(dataDir)).toBe(mended);
});
