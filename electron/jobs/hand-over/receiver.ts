import { createHash } from 'node:crypto';
import {
  CODE_LENGTH,
  CODE_LETTERS,
  checkOf,
  laptopCode,
  type LaptopCode,
  typedLaptopCode,
} from '../../../shared/domain/laptop-code.ts';
import { typedText } from '../../../shared/domain/typed-text.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import type { Sqlite } from '../../db/open.ts';
import { chainOfEntry } from '../../db/tables/queue/relay-exchange.ts';
import type { RelayClient } from '../../relay/client.ts';
import type { JobParts } from '../parts.ts';

/** The jobs of this laptop, and the relay that gives each turn of a job to one laptop; null = there is none. */
export interface Claiming {
  readonly jobs: JobParts;
  readonly claimHandOver: RelayClient['claimHandOver'] | null;
}

/** The code of this laptop in this profile: made of the name of its log, so that it stays as long as its data do. */
export function laptopCodeOf(sqlite: Sqlite): LaptopCode {
  const digest = createHash('sha256')
    .update(`laptop code of ${chainOfEntry(sqlite, 1).chain}`)
    .digest();
  const letters = [...digest.subarray(0, CODE_LENGTH)]
    .map((byte) => CODE_LETTERS.charAt(byte % CODE_LETTERS.length))
    .join('');
  return laptopCode.parse(`${letters.slice(0, 4)}-${letters.slice(4)}${checkOf(letters)}`);
}

/**
 * The one laptop that may take a job; null = the first that claims it at the relay. ProblemError `hand-over-receiver-needed` where
 * neither a relay nor a receiver keeps two laptops from taking it, `hand-over-receiver` for a code of no laptop, or of this one.
 */
export function receiverOf({ jobs, claimHandOver }: Claiming, typed: string | null): LaptopCode | null {
  if (typed === null || typedText(typed) === null) {
    if (claimHandOver === null) throw new ProblemError(makeProblem('hand-over-receiver-needed'));
    return null;
  }
  const code = typedLaptopCode(typed);
  if (code === null || code === laptopCodeOf(jobs.database.sqlite)) {
    throw new ProblemError(makeProblem('hand-over-receiver'));
  }
  return code;
}
