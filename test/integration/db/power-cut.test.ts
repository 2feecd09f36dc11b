import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../electron/db/open.ts';
import { queueMigrations } from '../../../electron/db/migrations/queue.ts';
import { buildShim, cuttableDisk } from '../../power-cut/shim.ts';
import { tempFolder } from './temp-folder.ts';

interface Cut {
  /** Steps the process had called saved before the power went. */
  readonly acknowledged: readonly string[];
  /** Steps that are there after the restart. */
  readonly survived: ReadonlySet<string>;
}

/** Lets a process save steps, cuts the power after so many acknowledged ones, and opens what is left. */
async function cutAfter(
  steps: number,
  options: {
    readonly durability: 'full' | 'synced' | 'normal' | 'unsynced' | 'shared';
    readonly payloadLength: number;
    readonly shim: string;
  },
): Promise<Cut> {
  const disk = cuttableDisk(tempFolder(), options.shim);
  const writer = spawn(
    process.execPath,
    [
      join(import.meta.dirname, '../../power-cut/writer.ts'),
      join(disk.folder, 'queue.db'),
      options.durability,
      String(options.payloadLength),
    ],
    { env: { ...process.env, ...disk.env }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let said = '';
  let complaint = '';
  writer.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    if (said.split('\n').length > steps) writer.kill('SIGKILL');
  });
  writer.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  const signal = await new Promise<NodeJS.Signals | null>((resolve) => {
    writer.once('close', (_code, by) => resolve(by));
  });
  if (signal !== 'SIGKILL') throw new Error(`the writer ended by itself: ${complaint}`);
  const database = openDatabase({
    file: join(disk.restart(), 'queue.db'),
    migrations: queueMigrations,
    durability: 'full',
    onCommitted: () => {},
  });
  const survived = database.sqlite.prepare<[], string>('SELECT id FROM job').pluck().all();
  database.close();
  // A last line without its line feed was not read whole, so it counts as not said.
  return { acknowledged: said.split('\n').slice(0, -1), survived: new Set(survived) };
}

const lostOf = ({ acknowledged, survived }: Cut): readonly string[] =>
  acknowledged.filter((step) => !survived.has(step));

describe('faults.md 6: a power cut', () => {
  let shim = '';
  beforeAll(() => {
    const folder = mkdtempSync(join(tmpdir(), 'boxwright-shim-'));
    shim = buildShim(folder);
    return () => rmSync(folder, { recursive: true, force: true });
  });

  const moments = [
    { steps: 1, payloadLength: 100, what: 'right after the first step' },
    { steps: 60, payloadLength: 100, what: 'among small steps' },
    { steps: 120, payloadLength: 40_000, what: 'after the write-ahead log was checkpointed' },
  ];

  it.each(moments)(
    'loses no step that was acknowledged once the disk had synced beside the event loop $what',
    async ({ steps, payloadLength }) => {
      const cut = await cutAfter(steps, { durability: 'full', payloadLength, shim });
      expect(cut.acknowledged.length).toBeGreaterThanOrEqual(steps);
      expect(lostOf(cut)).toEqual([]);
    },
  );

  it.each(moments)(
    'loses no acknowledged step of a write that waits for the disk $what',
    async ({ steps, payloadLength }) => {
      const cut = await cutAfter(steps, { durability: 'synced', payloadLength, shim });
      expect(cut.acknowledged.length).toBeGreaterThanOrEqual(steps);
      expect(lostOf(cut)).toEqual([]);
    },
  );

  it.each(moments)(
    'loses no acknowledged step of a shared commit $what',
    async ({ steps, payloadLength }) => {
      const cut = await cutAfter(steps, { durability: 'shared', payloadLength, shim });
      expect(cut.acknowledged.length).toBeGreaterThanOrEqual(steps);
      expect(lostOf(cut)).toEqual([]);
    },
  );

  it('loses beats that were not synced, and no acknowledged step before or after them', async () => {
    const cut = await cutAfter(25, { durability: 'unsynced', payloadLength: 100, shim });
    const atTheEnd = [1, 2, 3, 4, 5].map((beat) => `last-beat-${beat}`);
    expect(lostOf(cut)).toEqual(['beat-10', ...atTheEnd]);
  });

  it('loses acknowledged steps of a database that is not durable, so this test detects a loss', async () => {
    const cut = await cutAfter(20, { durability: 'normal', payloadLength: 100, shim });
    expect(lostOf(cut)).not.toEqual([]);
  });
});
