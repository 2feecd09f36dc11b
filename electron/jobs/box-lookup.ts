import { looksLikeSerial, matchSerial, type SerialMatch, foldSerial } from '../../shared/domain/serial.ts';
import { boundedText } from '../../shared/domain/typed-text.ts';
import { makeProblem, type Problem, ProblemError } from '../../shared/problem.ts';
import type { BoxLabel, PreflightCheck, BoxCondition } from '../../shared/domain/boxes.ts';
import { readScanned } from '../../shared/domain/scanning.ts';
import { conditionAfter } from '../../shared/domain/job-removal.ts';
import { foreignFacts, readEntry } from '../../shared/log/entries.ts';
import type { BoxMark, Signed } from '../../shared/relay/signing.ts';
import type { Instant } from '../../shared/time.ts';
import type { DirectoryProduct } from '../directory/rows.ts';
import type { Sqlite } from '../db/open.ts';
import type { BoxConditionRow } from '../db/tables/directory/mountings.ts';
import { markedReason, readBoxStock } from '../db/tables/queue/box-stock.ts';
import { type UnfitRemoval, unfitRemovals } from '../db/tables/queue/jobs.ts';
import { judgeLaptop } from '../trust/signatures.ts';
import type { JobDirectory } from './change.ts';

/* A Box by its serial: the product in the local copies, the label, and whether the Box may be fitted. */

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

/*
 * Whether a Box may be fitted, by its marks and its condition when it was removed from a car, on this laptop
 * or another one.
 */

/** The latest known condition of a Box. The person who removed it is not stored with the Box. */
export interface KnownCondition {
  readonly condition: BoxCondition;
  readonly at: Instant;
  /**
   * `marked`: a person marked the Box. `removed`: the Box was removed in this condition. `elsewhere`: another laptop
   * reported either.
   */
  readonly by: 'marked' | 'removed' | 'elsewhere';
  /** The text of the mark. */
  readonly reason: string;
}

/**
 * Returns the latest condition of a Box, looked up by all its numbers, because a mark or removal names only one of
 * them. The condition is stored because the operator lists the removed Box as free. Null: nothing is known, so the Box
 * counts as good.
 */
export function conditionReader(
  sqlite: Sqlite,
  directory: Pick<JobDirectory, 'conditionsElsewhere'>,
): (numbers: readonly string[]) => KnownCondition | null {
  let removals: readonly UnfitRemoval[] | undefined;
  return (numbers) => {
    const keys = [...new Set(numbers.map(foldSerial))];
    removals ??= unfitRemovals(sqlite);
    const found: readonly KnownCondition[] = [
      ...keys.flatMap((key) => markOf(sqlite, key) ?? []),
      ...removals.filter(({ serial }) => keys.includes(foldSerial(serial))).map(asSaid('removed')),
      ...keys
        .flatMap(
          (key) => directory.conditionsElsewhere(key).find((row) => countsElsewhere(sqlite, row)) ?? [],
        )
        .map(asSaid('elsewhere')),
    ];
    return found.toSorted((one, other) => other.at - one.at)[0] ?? null;
  };
}

/**
 * A report that a Box may not be fitted counts without a signature: the relay could withhold it anyway. One that it is
 * good again counts only with the signature of a known laptop.
 */
function countsElsewhere(
  sqlite: Sqlite,
  { condition, signed_text, key, signature }: BoxConditionRow,
): boolean {
  if (condition !== 'good') return true;
  if (signed_text === null || key === null || signature === null) return false;
  return judgeLaptop(sqlite, signed_text, { key, signature }).state === 'verified';
}

const asSaid =
  (by: KnownCondition['by']) =>
  ({ condition, at }: Pick<KnownCondition, 'condition' | 'at'>): KnownCondition => ({
    condition,
    at,
    by,
    reason: '',
  });

function markOf(sqlite: Sqlite, key: string): KnownCondition | null {
  const row = readBoxStock(sqlite, key);
  if (row === undefined || row.condition === null || row.marked_at === null) return null;
  return {
    condition: row.condition,
    at: row.marked_at,
    by: 'marked',
    reason: markedReason(row.marked_data),
  };
}

interface Knowing {
  readonly database: { readonly sqlite: Sqlite };
  readonly directory: Pick<JobDirectory, 'conditionsElsewhere' | 'productsBySerial'>;
}

/** The latest condition of the Box with this serial, by serial number and unique id. */
export function conditionOf({ database, directory }: Knowing, serial: string): KnownCondition | null {
  const found = matchBox(directory, serial);
  const numbers = found.match === 'one' ? [found.product.serialNumber, found.product.uniqueId] : [];
  return conditionReader(database.sqlite, directory)([serial, ...numbers]);
}

/** Whether the known condition of a Box allows its installation. */
export const isUsable = (parts: Knowing, serial: string): boolean =>
  (conditionOf(parts, serial)?.condition ?? 'good') === 'good';

/** ProblemError `box-out-of-use` for a Box that is defective or lost. No reason overrides this. */
export function requireUsable(parts: Knowing, serial: string): void {
  const problem = outOfUseOf(parts, serial);
  if (problem !== null) throw new ProblemError(problem);
}

/** The problem of a Box that is defective or lost; null = it may be installed. */
export function outOfUseOf(parts: Knowing, serial: string): Problem | null {
  const known = conditionOf(parts, serial);
  return known === null || known.condition === 'good' ? null : outOfUse(serial, known);
}

/** The refused check for a defective or lost Box. */
export const outOfUse = (serial: string, { condition, at }: KnownCondition) =>
  makeProblem('box-out-of-use', { serial: serial.trim(), condition, at });

/** The condition in a report, with the signature of a mark; null = it has none. */
interface ReportedCondition {
  readonly serialKey: string;
  readonly condition: BoxCondition;
  readonly vouched: (Signed & Pick<BoxMark, 'markedAt'>) | null;
}

/** The Box that a `box-leaves` entry reports as defective or lost; null for other conditions. */
export function unfitBoxIn(data: string): ReportedCondition | null {
  const entry = readEntry('box-leaves', foreignFacts(data));
  if (entry?.type !== 'box-leaves' || entry.facts.reason === undefined) return null;
  const { serial, reason: code, condition: said } = entry.facts;
  const condition = conditionAfter(said === undefined ? { code } : { code, condition: said });
  return condition === 'good' ? null : reportedCondition(serial, condition, null);
}

/** The Box and the condition in the data of a `box-marked` entry. */
export function markIn(data: string): ReportedCondition | null {
  const entry = readEntry('box-marked', foreignFacts(data));
  if (entry?.type !== 'box-marked') return null;
  const { serial, condition, markedAt, key, signature } = entry.facts;
  const isSigned = markedAt !== undefined && key !== undefined && signature !== undefined;
  return reportedCondition(serial, condition, isSigned ? { markedAt, key, signature } : null);
}

function reportedCondition(
  serial: string | null | undefined,
  condition: BoxCondition | undefined,
  vouched: ReportedCondition['vouched'],
): ReportedCondition | null {
  const serialKey = foldSerial(serial ?? '');
  return serialKey === '' || condition === undefined ? null : { serialKey, condition, vouched };
}
