import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { MutantResult } from '@stryker-mutator/api/core';
import { type Equivalent, equivalents } from './equivalents.ts';

/** The outcome of the mutants of a folder. */
export interface Tally {
  readonly killed: number;
  readonly counted: number;
  /** Of the killed ones: those that no longer came to an end. */
  readonly timedOut: number;
  readonly equivalent: number;
  /** Percent, with one decimal; 100 where there is nothing to kill. */
  readonly score: number;
  /** One line each: where, by which mutator, what became what. */
  readonly survivors: readonly string[];
}

/** The part of Stryker's result that is counted. */
type Mutant = Pick<MutantResult, 'fileName' | 'location' | 'mutatorName' | 'replacement' | 'status'>;

type Read = (file: string) => string;

/** Counts the mutants; those that are listed as equivalent count neither way, unless a test kills them. */
export function tallyOf(
  mutants: readonly Mutant[],
  read: Read = (file) => readFileSync(file, 'utf8'),
  listed: readonly Equivalent[] = equivalents,
): Tally {
  const killed = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
  const alive = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  const survivors = alive.filter((mutant) => !isEquivalent(mutant, read, listed));
  const counted = killed + survivors.length;
  return {
    killed,
    counted,
    timedOut: mutants.filter(({ status }) => status === 'Timeout').length,
    equivalent: alive.length - survivors.length,
    score: counted === 0 ? 100 : Math.round((1000 * killed) / counted) / 10,
    survivors: survivors.map((mutant) => lineOf(mutant, read)).toSorted(byPlace),
  };
}

function isEquivalent(mutant: Mutant, read: Read, listed: readonly Equivalent[]): boolean {
  const original = originalOf(mutant, read);
  return listed.some(
    (one) =>
      (one.within === undefined || one.within.test(textBefore(mutant, read))) &&
      mutant.fileName.endsWith(one.file) &&
      original.startsWith(one.original) &&
      (one.replacement === undefined || one.replacement === mutant.replacement),
  );
}

function textBefore({ fileName, location: { start } }: Mutant, read: Read): string {
  const lines = read(fileName).split('\n').slice(0, start.line);
  return [...lines.slice(0, -1), lines.at(-1)?.slice(0, start.column - 1)].join('\n');
}

function originalOf({ fileName, location: { start, end } }: Mutant, read: Read): string {
  // Lines and columns of a result count from 1.
  const lines = read(fileName)
    .split('\n')
    .slice(start.line - 1, end.line);
  const last = lines.length - 1;
  return lines
    .map((line, index) =>
      line.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined),
    )
    .join('\n');
}

const LONGEST_SHOWN = 80;
const short = (code: string): string => code.replaceAll(/\s+/gu, ' ').slice(0, LONGEST_SHOWN);

function lineOf(mutant: Mutant, read: Read): string {
  const { fileName, location, mutatorName, replacement, status } = mutant;
  const where = `${relative('.', fileName)}:${location.start.line}:${location.start.column}`;
  const uncovered = status === 'NoCoverage' ? ' (no test gets there)' : '';
  return `${where} ${mutatorName}: ${short(originalOf(mutant, read))} => ${short(replacement)}${uncovered}`;
}

const byPlace = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true });
