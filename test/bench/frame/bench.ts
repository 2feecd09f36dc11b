import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Row } from './rows.ts';
import { report } from './report.ts';

/** Further arguments of a bench that is started by hand: each `--name=value` by its name. */
export type Said = Readonly<Record<string, string | boolean | undefined>>;

/**
 * The process of one bench: measures, and leaves its rows in the file of its first argument. Started by hand
 * without one it prints them.
 */
export async function bench(name: string, measure: (said: Said) => Promise<readonly Row[]>): Promise<void> {
  const {
    positionals: [file],
    values,
  } = parseArgs({ strict: false, allowPositionals: true });
  const rows = await measure(values);
  if (file === undefined) console.log(report([{ name, rows, failed: null }]));
  else writeFileSync(file, JSON.stringify(rows));
}
