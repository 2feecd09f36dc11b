import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../electron/db/open.ts';
import { queueMigrations } from '../../../electron/db/migrations/queue.ts';
import { buildShim, cuttableDisk } from '../../power-cut/shim.ts';
import { tempFolder } from '../db/temp-folder.ts';

const POWER_CUT = join(import.meta.dirname, '../../power-cut');

/** Lets a process store photos, and kills it after so many lines. */
function store(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  killAfter = Infinity,
): Promise<{ readonly said: readonly string[]; readonly code: number | null; readonly complaint: string }> {
  const writer = spawn(process.execPath, [join(POWER_CUT, 'photo-writer.ts'), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let complaint = '';
  writer.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
    if (out.split('\n').length > killAfter) writer.kill('SIGKILL');
  });
  writer.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  return new Promise((resolve) => {
    writer.once('close', (code) => resolve({ said: out.split('\n').slice(0, -1), code, complaint }));
  });
}

/** A library that is preloaded; gone after the tests. */
function built(source?: string): () => string {
  let library = '';
  beforeAll(() => {
    const folder = mkdtempSync(join(tmpdir(), 'boxwright-photos-'));
    library = buildShim(folder, source);
    return () => rmSync(folder, { recursive: true, force: true });
  });
  return () => library;
}

describe('a power cut', () => {
  const shim = built();

  it.each([1, 5])('after %i stored photos loses none of them, and no byte', async (photos) => {
    const disk = cuttableDisk(tempFolder(), shim());
    const { said, code, complaint } = await store(
      [disk.folder, '1000', disk.folder, 'beside'],
      disk.env,
      photos,
    );
    expect({ code, complaint }).toMatchObject({ code: null });
    expect(said.length).toBeGreaterThanOrEqual(photos);
    const after = disk.restart();
    for (const digest of said) {
      const bytes = readFileSync(join(after, digest));
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(digest);
    }
    const database = openDatabase({
      file: join(after, 'queue.db'),
      migrations: queueMigrations,
      durability: 'full',
      onCommitted: () => {},
    });
    const named = database.sqlite.prepare<[], string>('SELECT sha256 FROM attachment').pluck().all();
    database.close();
    expect(named).toEqual(expect.arrayContaining([...said]));
    // A row never names a file that is not there.
    for (const digest of named) expect(existsSync(join(after, digest))).toBe(true);
  });
});

describe('main', () => {
  const library = built(join(POWER_CUT, 'main-thread.c'));
  const watched = async (where: 'beside' | 'main') => {
    const folder = join(tempFolder(), 'attachments');
    const env = { LD_PRELOAD: library(), SYNC_WATCH: folder };
    return { folder, ...(await store([folder, '3', tempFolder(), where], env)) };
  };

  it('waits for no sync of a photo or of its folder', async () => {
    const { folder, said, code, complaint } = await watched('beside');
    expect({ code, complaint }).toMatchObject({ code: 0 });
    expect(said).toHaveLength(3);
    expect(readdirSync(folder)).toHaveLength(3);
  });

  it('would be found out if it did', async () => {
    const { code, complaint } = await watched('main');
    expect(code).toBe(97);
    expect(complaint).toContain('the main thread syncs');
  });
});
