import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDirectory, openDirectoryFile } from '../../../electron/directory/directory.ts';
import { damage, type Damage } from '../repair/damage.ts';
import { aCar, standingClock, tempFolder } from './fixture.ts';
import { writtenHere } from './written-here.ts';

const clock = standingClock();

function open(file: string) {
  const opened = openDirectoryFile({ file, clock, onCommitted: () => {} });
  onTestFinished(opened.database.close);
  return { ...opened, directory: createDirectory({ database: writtenHere(opened.database), clock }) };
}

describe('directory.db', () => {
  it('is used as it is when it is good', () => {
    const file = join(tempFolder(), 'directory.db');
    const first = open(file);
    first.directory.recordCar(aCar({ id: 1, name: 'Kept' }));
    first.database.close();
    const second = open(file);
    expect(second.rebuilt).toBeNull();
    expect(second.directory.searchCars('kept', 5).rows).toHaveLength(1);
  });

  it('is set aside when it is damaged, and a new one works at once', () => {
    const file = join(tempFolder(), 'directory.db');
    writeFileSync(file, 'not the bytes of a database '.repeat(500));
    const { rebuilt, directory } = open(file);
    expect(rebuilt?.reason).toBe('damaged');
    expect(readFileSync(rebuilt?.setAside ?? '', 'utf8')).toContain('not the bytes');
    directory.recordCar(aCar({ id: 1, name: 'New' }));
    expect(directory.searchCars('new', 5).rows).toHaveLength(1);
  });

  it.each<Damage>([
    { kind: 'header' },
    ...[0.02, 0.3, 0.6, 0.98].map((at): Damage => ({ kind: 'page', file: '', at })),
    ...[0.1, 0.6, 0.9].map((at): Damage => ({ kind: 'cut', file: '', at })),
    { kind: 'zero-length', file: '' },
    { kind: 'directory', file: '' },
    { kind: 'foreign', file: '' },
    { kind: 'gone', file: '' },
  ])('works at once whatever has happened to it ($kind, $at)', (what) => {
    const file = join(tempFolder(), 'directory.db');
    const first = open(file);
    for (let id = 1; id <= 300; id += 1) first.directory.recordCar(aCar({ id, name: `Kept ${id}` }));
    first.database.close();
    damage(file, what);
    const { rebuilt, directory } = open(file);
    // Nothing was there, or it was put aside: never half of it.
    expect(directory.searchCars('kept', 5).rows).toEqual([]);
    expect(rebuilt === null).toBe(what.kind === 'gone' || what.kind === 'zero-length');
    directory.recordCar(aCar({ id: 1, name: 'New' }));
    expect(directory.searchCars('new', 5).rows).toHaveLength(1);
  });

  it('is set aside when a newer app wrote it', () => {
    const file = join(tempFolder(), 'directory.db');
    open(file).database.close();
    const newer = new BetterSqlite3(file);
    newer.pragma('user_version = 99');
    newer.close();
    const { rebuilt } = open(file);
    expect(rebuilt?.reason).toBe('newer');
    expect(existsSync(rebuilt?.setAside ?? '')).toBe(true);
  });

  it('keeps only the newest file that was set aside', () => {
    const folder = tempFolder();
    const file = join(folder, 'directory.db');
    for (const text of ['first', 'second']) {
      writeFileSync(file, `${text} damage `.repeat(500));
      clock.advance(1000);
      open(file).database.close();
    }
    const aside = readdirSync(folder).filter((name) => name.includes('.damaged-'));
    expect(aside).toHaveLength(1);
    expect(readFileSync(join(folder, aside[0] ?? ''), 'utf8')).toContain('second');
  });

  it('is not rebuilt for a passing reason: a missing folder stays an error', () => {
    expect(() => open(join(tempFolder(), 'nowhere', 'directory.db'))).toThrow(/directory does not exist/);
  });
});
