import { looksLikeSerial, matchSerial, type SerialMatch } from '../../shared/domain/serial.ts';
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

/** The product a serial means by the local copies; an IQ is never meant where a Box is fitted. */
export function matchBox(
  directory: Pick<JobDirectory, 'productsBySerial'>,
  serial: string,
): SerialMatch<DirectoryProduct> {
  const { rows } = directory.productsBySerial(serial);
  return matchSerial(
    rows.filter(({ family }) => family !== 'iq'),
    serial,
  );
}

/** The one product a serial means by the local copies; undefined where it means none, or several. */
export function boxBySerial(
  directory: Pick<JobDirectory, 'productsBySerial'>,
  serial: string,
): DirectoryProduct | undefined {
  const found = matchBox(directory, serial);
  return found.match === 'one' ? found.product : undefined;
}

/** The serial numbers of products between which only a person can choose. */
export const serialsOf = (products: readonly Pick<DirectoryProduct, 'serialNumber' | 'uniqueId'>[]): string =>
  products.map(({ serialNumber, uniqueId }) => `${serialNumber} (${uniqueId})`).join(', ');

/** Most Boxes that are named as what may have been meant. */
const MOST_NEAR = 3;

/**
 * Boxes that may have been meant by a serial that means no Box of the local copies: those between which only a person can
 * choose; else those where one character is another, or two neighbours are swapped, and which are known to be in no car.
 */
export function freeBoxesNear(
  directory: Pick<JobDirectory, 'productsBySerial' | 'productsNearSerial'>,
  serial: string,
): readonly DirectoryProduct[] {
  const found = matchBox(directory, serial);
  if (found.match === 'several') return found.products.slice(0, MOST_NEAR);
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
