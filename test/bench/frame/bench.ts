import { writeFileSync } from 'node:fs';
import type { Row } from './rows.ts';
import { report } from './report.ts';

/**
 * What the process of one bench does: measures, and leaves its rows in the file of its first argument. Started by hand
 * without one it prints them.
 */
export async function bench(name: string, measure: () => Promise<readonly Row[]>): Promise<void> {
  const rows = await measure();
  const file = process.argv[2];
  if (file === undefined) console.log(report([{ name, rows, failed: null }]));
  else writeFileSync(file, JSON.stringify(rows));
}
