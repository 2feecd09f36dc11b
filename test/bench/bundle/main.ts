import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ensureBuilt } from '../../host/build.ts';
import { projectRoot } from '../../host/electron/settings.ts';
import { bench } from '../frame/bench.ts';
import { atMost, told } from '../frame/rows.ts';
import { INITIAL_BUDGET_KIB, initialParts, sizeOf } from './initial.ts';

await bench('bundle', async () => {
  await ensureBuilt((line) => console.error(line));
  const renderer = join(projectRoot, 'out/renderer');
  const initial = initialParts(renderer);
  const later = readdirSync(join(renderer, 'assets'))
    .filter((name) => name.endsWith('.js') && !initial.some(({ file }) => file.endsWith(name)))
    .map((name) => ({
      file: name,
      kibibytes: gzipSync(readFileSync(join(renderer, 'assets', name))).length / 1024,
    }));
  return [
    atMost(
      { what: 'JavaScript before anything is shown, gzip', unit: 'KiB', rounds: [sizeOf(initial)] },
      INITIAL_BUDGET_KIB,
    ),
    ...later
      .toSorted((one, other) => other.kibibytes - one.kibibytes)
      .map(({ file, kibibytes }) =>
        told({ what: `loaded when it is needed: ${file}`, unit: 'KiB', rounds: [kibibytes] }),
      ),
  ];
});
