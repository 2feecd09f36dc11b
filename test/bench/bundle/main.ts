import { join } from 'node:path';
import { ensureBuilt } from '../../host/build.ts';
import { projectRoot } from '../../host/electron/settings.ts';
import { bench } from '../frame/bench.ts';
import { atMost, reported } from '../frame/rows.ts';
import { INITIAL_BUDGET_KIB, sizeOf, windowParts } from './initial.ts';

await bench('bundle', async () => {
  await ensureBuilt((line) => console.error(line));
  const { initial, later } = windowParts(join(projectRoot, 'out/renderer'));
  const size = (what: string, kibibytes: number) => ({ what, unit: 'KiB', rounds: [kibibytes] });
  return [
    atMost(size('JavaScript before anything is shown, gzip', sizeOf(initial)), INITIAL_BUDGET_KIB),
    ...initial.map(({ file, kibibytes }) => reported(size(`before anything is shown: ${file}`, kibibytes))),
    ...later.map(({ file, kibibytes }) => reported(size(`when it is needed: ${file}`, kibibytes))),
  ];
});
