import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '../../host/build.ts';
import { bench } from '../frame/bench.ts';
import { drawn } from './chart.ts';
import { growthRows, panelOf, type Subject } from './growth.ts';
import { laptops, syncs } from './laptops.ts';
import { relays, tables } from './table-and-relay.ts';

const PICTURE = join(import.meta.dirname, '../../../docs/growth.svg');
/** The parts by the names of `--only`; without it, the picture is drawn. */
const PARTS: Readonly<Record<string, (folder: string) => Promise<readonly Subject[]>>> = {
  laptops,
  sync: async (folder) => [await syncs(folder)],
  table: async (folder) => [await tables(folder)],
  relay: relays,
};

await bench('scale', async ({ only }) => {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-bench-scale-'));
  const wanted = Object.entries(PARTS).filter(
    ([name]) => only === undefined || String(only).split(',').includes(name),
  );
  try {
    await ensureBuilt(() => undefined);
    const subjects: Subject[] = [];
    for (const [name, part] of wanted) {
      const from = performance.now();
      subjects.push(...(await part(folder)));
      console.error(`${name}: ${((performance.now() - from) / 1000).toFixed(0)} s`);
    }
    if (only === undefined) writeFileSync(PICTURE, drawn('How cost grows', subjects.map(panelOf)));
    return subjects.flatMap(growthRows);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
});
