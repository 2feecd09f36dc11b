import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createLogFile } from '../../../electron/diagnostics/records.ts';

function place(): string {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const linesOf = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8').trim().split('\n');

test('the log of several runs is one file, until it is full', () => {
  const folder = join(place(), 'logs');
  createLogFile(folder).append('first run');
  createLogFile(folder).append('second run');
  expect(readdirSync(folder)).toEqual(['boxwright.log']);
  expect(linesOf(folder, 'boxwright.log')).toEqual(['first run', 'second run']);
});

test('a full file makes room, and the oldest goes', () => {
  const folder = place();
  const log = createLogFile(folder, { bytes: 20, files: 2 });
  for (const line of [
    'line one',
    'line two',
    'line three',
    'line four',
    'line five',
    'line six',
    'line seven',
  ]) {
    log.append(line);
  }
  expect(readdirSync(folder).toSorted()).toEqual(['boxwright.1.log', 'boxwright.2.log', 'boxwright.log']);
  expect(linesOf(folder, 'boxwright.log')).toEqual(['line six', 'line seven']);
  expect(linesOf(folder, 'boxwright.1.log')).toEqual(['line four', 'line five']);
  expect(linesOf(folder, 'boxwright.2.log')).toEqual(['line three']);
});

test('a place that cannot be written to stops nothing, and is used again once it can be', () => {
  const folder = join(place(), 'logs');
  writeFileSync(folder, 'a file is in the way');
  const log = createLogFile(folder);
  log.append('lost');
  rmSync(folder);
  log.append('kept');
  expect(linesOf(folder, 'boxwright.log')).toEqual(['kept']);
});
