import { looksLikeSerial } from '../../shared/domain/serial.ts';
import { boundedText } from '../../shared/domain/typed-text.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { DirectoryProduct } from '../directory/answers.ts';
import type { JobDirectory } from './parts.ts';

/** A serial as typed or scanned, checked to be one. */
export function checkedSerial(typed: string): string {
  if (typed.trim() === '') throw new ProblemError(makeProblem('serial-missing'));
  boundedText(typed.trim(), 'serial');
  if (!looksLikeSerial(typed)) throw new ProblemError(makeProblem('serial-malformed'));
  return typed;
}

/** The product a serial means, if the local copies know it; an IQ is never meant where a Box is fitted. */
export function boxBySerial(
  directory: Pick<JobDirectory, 'productsBySerial'>,
  serial: string,
): DirectoryProduct | undefined {
  return directory.productsBySerial(serial).rows.find(({ family }) => family !== 'iq');
}

/** Most Boxes that are named as what may have been meant. */
const MOST_NEAR = 3;

/**
 * Boxes that may have been meant by a serial the local copies do not know: one character is another, or two neighbours
 * are swapped, and the Box is known to be in no car.
 */
export function freeBoxesNear(
  directory: Pick<JobDirectory, 'productsNearSerial'>,
  serial: string,
): readonly DirectoryProduct[] {
  return directory
    .productsNearSerial(serial)
    .filter(({ family, car }) => family !== 'iq' && car.known && car.id === null)
    .slice(0, MOST_NEAR);
}

/** The catalogue names variants by article number; a serial whose product has the same number is that variant. */
export function variantOf(
  key: { readonly boxName: string | null; readonly boxSapNumber: string | null } | null,
  sapNumber: string | null,
): string | null {
  return key !== null && sapNumber !== null && key.boxSapNumber === sapNumber ? key.boxName : null;
}
