import { writeFileSync } from 'node:fs';
import type { Row } from './rows.ts';

/** The verdict of a bench with a report of its own for each target: a line that names figure and limit. */
export type Verdict = { readonly outcome: 'met' | 'missed' | 'not measured'; readonly line: string };

/** Leaves the verdicts in a file, as rows of the table of all benches. */
export function leaveRows(file: string, verdicts: readonly Verdict[]): void {
  const rows = verdicts.map(({ outcome, line }): Row => ({
    what: line,
    value: null,
    spread: null,
    unit: '',
    target: '',
    outcome,
  }));
  writeFileSync(file, JSON.stringify(rows));
}
