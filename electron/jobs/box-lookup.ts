import { looksLikeSerial, matchSerial, type SerialMatch, foldSerial } from '../../shared/domain/serial.ts';
import { boundedText } from '../../shared/domain/typed-text.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { BoxLabel, PreflightCheck } from '../../shared/domain/boxes.ts';
import { readScanned } from '../../shared/domain/scanning.ts';
import type { DirectoryProduct } from '../directory/answers.ts';
import type { JobDirectory } from './parts.ts';

/** Validates a typed or scanned serial. */
export function checkedSerial(typed: string): string {
  if (typed.trim() === '') throw new ProblemError(makeProblem('serial-missing'));
  boundedText(typed.trim(), 'serial');
  if (!looksLikeSerial(typed)) throw new ProblemError(makeProblem('serial-malformed'));
  return typed;
}

/** The product with this serial in the local copies. IQs are excluded where a Box is fitted. */
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

/** The only product with this serial in the local copies; undefined when none or several match. */
export function boxBySerial(
  directory: Pick<JobDirectory, 'productsBySerial'>,
  serial: string,
): DirectoryProduct | undefined {
  const found = matchBox(directory, serial);
  return found.match === 'one' ? found.product : undefined;
}

/** The serial numbers of products among which a person must choose. */
export const serialsOf = (products: readonly Pick<DirectoryProduct, 'serialNumber' | 'uniqueId'>[]): string =>
  products.map(({ serialNumber, uniqueId }) => `${serialNumber} (${uniqueId})`).join(', ');

/** Upper bound of suggested Boxes. */
const MOST_NEAR = 3;

/**
 * Suggested Boxes for a serial without a match in the local copies. If several products are ambiguous, these are
 * returned. Otherwise: Boxes in no car whose serial differs by one character or one swap of neighbours.
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

/**
 * The catalogue names variants by article number. A serial whose product has that article number is of that variant.
 */
export function variantOf(
  key: { readonly boxName: string | null; readonly boxSapNumber: string | null } | null,
  sapNumber: string | null,
): string | null {
  return key !== null && sapNumber !== null && key.boxSapNumber === sapNumber ? key.boxName : null;
}

type Lookup = Pick<JobDirectory, 'productsBySerial'>;

/**
 * True when both names denote the same Box. A label may show its serial or its unique id; the local copies map one to
 * the other.
 */
function meanSameBox(directory: Lookup, one: string, other: string): boolean {
  if (foldSerial(one) === foldSerial(other)) return true;
  const product = boxBySerial(directory, one);
  return product !== undefined && product.id === boxBySerial(directory, other)?.id;
}

/**
 * Compares the photographed label with a serial. No check exists without a photo, unless the checklist requires one
 * (`wanted`).
 */
export function labelChecks(
  directory: Lookup,
  { label, wanted }: { readonly label: BoxLabel | null; readonly wanted: boolean },
  serial: string,
): readonly PreflightCheck[] {
  const read = label?.read ?? null;
  if (label === null || read === null) {
    const key = label === null ? 'missing' : 'unread';
    if (wanted) return [line('label-photo', 'refused', key)];
    return label === null ? [] : [line('label', 'unchecked', key)];
  }
  const params = { label: read.serial, serial: serial.trim() };
  return [
    meanSameBox(directory, read.serial, serial)
      ? line('label', 'passed', 'agrees', params)
      : line('label', 'refused', 'differs', params),
  ];
}

function line(
  check: 'label' | 'label-photo',
  state: PreflightCheck['state'],
  key: string,
  params: PreflightCheck['says']['params'] = {},
): PreflightCheck {
  return { check, state, says: { key: `checks.${check}.${key}`, params }, asOf: null, problem: null };
}

/**
 * The number of the label among the codes read from its picture: the code that equals `beside`, else the first known
 * Box, else the first plausible serial. Null: no code qualifies.
 */
export function numberOnLabel(directory: Lookup, codes: readonly string[], beside: string): string | null {
  const serials = codes.flatMap((code) => {
    const scanned = readScanned(code);
    return scanned?.kind === 'serial' ? [scanned.text] : [];
  });
  return (
    serials.find((serial) => meanSameBox(directory, serial, beside)) ??
    serials.find((serial) => boxBySerial(directory, serial) !== undefined) ??
    serials[0] ??
    null
  );
}
