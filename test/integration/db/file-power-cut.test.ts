import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { preloadedLibrary, runProgram } from '../../power-cut/preloaded-program.ts';
import { cuttableDisk } from '../../power-cut/shim.ts';
import { tempFolder } from './temp-folder.ts';

const shim = preloadedLibrary();

test.each(['settings', 'saved'])('a new file survives a power cut once it is written: %s', async (kind) => {
  const disk = cuttableDisk(tempFolder(), shim());
  const { said, complaint } = await runProgram('file-writer.ts', [disk.folder, kind], disk.env, 1);
  expect({ files: said.length, complaint }).toEqual({ files: 1, complaint: '' });
  const after = disk.restart();
  for (const name of said) {
    expect(JSON.parse(readFileSync(join(after, name), 'utf8'))).toEqual({ language: 'de' });
  }
});
