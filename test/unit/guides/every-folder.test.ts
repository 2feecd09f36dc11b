import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');

test.each(['electron', 'renderer', 'relay', 'test'])('the guide of %s names every folder in it', (room) => {
  const guide = readFileSync(join(root, room, 'README.md'), 'utf8');
  const folders = readdirSync(join(root, room), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  const named = (folder: string) => new RegExp(`\\| .*\`(${room}/)?${folder}/?\``).test(guide);
  expect(folders.map(({ name }) => name).filter((name) => !named(name))).toEqual([]);
});
