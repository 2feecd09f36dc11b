import { basename } from 'node:path';
import { z } from 'zod';

/** So many attacks the suite must hold at least. */
export const LEAST_ATTACKS = 60;

/** Measurements of growth over every parser, not attacks. */
const MEASUREMENTS: readonly string[] = [
  'parser-growth.test.ts',
  'file-growth.test.ts',
  'log-growth.test.ts',
];

/** Vitest's JSON report. */
const report = z.object({
  testResults: z.array(
    z.object({ name: z.string(), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
});

export interface CountedAttacks {
  /** Attacks that were refused or survived. */
  readonly held: number;
  /** Those that succeeded, or did not run. */
  readonly others: number;
  /** Attacks that were refused or survived, by file. */
  readonly byFile: readonly (readonly [file: string, held: number])[];
}

/** Counts the attacks of a run: each test is one. */
export function countAttacks(text: string): CountedAttacks {
  const files = report
    .parse(JSON.parse(text))
    .testResults.filter(({ name }) => !MEASUREMENTS.includes(basename(name)))
    .map(({ name, assertionResults }) => ({
      file: name.replace(/^.*test\/attacks\//, ''),
      held: assertionResults.filter(({ status }) => status === 'passed').length,
      all: assertionResults.length,
    }))
    .toSorted((one, other) => one.file.localeCompare(other.file));
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  const held = sum(files.map((one) => one.held));
  return {
    held,
    others: sum(files.map(({ all }) => all)) - held,
    byFile: files.map((one) => [one.file, one.held]),
  };
}

/** The count in words, a line for each file and one for all. */
export const countInWords = ({ held, others, byFile }: CountedAttacks): string =>
  [
    ...byFile.map(([file, count]) => `${String(count).padStart(4)}  ${file}`),
    `${held} attacks refused or survived${others === 0 ? '' : `, ${others} not`}`,
  ].join('\n');
