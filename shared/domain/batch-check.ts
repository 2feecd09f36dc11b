import { ProblemError, type Sentence } from '../problem.ts';
import type { BatchRow, BatchVerdict } from './batch.ts';
import { foldForSearch, foldSerial, looksLikeSerial } from './serial.ts';
import { boundedText, LONGEST_NAME, typedText, typedVin } from './typed-text.ts';
import { vinHints } from './vin.ts';

/** The fields that identify a car of a list. */
export interface RowKeys {
  readonly vin: string | null;
  readonly plate: string | null;
  readonly serial: string | null;
}

const folded = (text: string, fold: (text: string) => string): string | null =>
  text.trim() === '' ? null : fold(text);

/** The fields that identify this row; a name alone does not identify a car. */
export function keysOf(row: Pick<BatchRow, 'vin' | 'licensePlate' | 'serial'>): RowKeys {
  return {
    vin: folded(row.vin, foldForSearch),
    plate: folded(row.licensePlate, foldForSearch),
    serial: folded(row.serial, foldSerial),
  };
}

/** Checks rows by themselves and against the rows before them. Give it all rows of a list in their order. */
export function createRowCheck(): (row: BatchRow) => BatchVerdict {
  const seen = {
    vin: new Map<string, number>(),
    plate: new Map<string, number>(),
    serial: new Map<string, number>(),
  };
  return (row) => {
    const faults = [...faultsOf(row)];
    const keys = keysOf(row);
    for (const what of ['vin', 'plate', 'serial'] as const) {
      const key = keys[what];
      if (key === null) continue;
      const before = seen[what].get(key);
      if (before === undefined) seen[what].set(key, row.line);
      else faults.push({ key: `batch.row.same-${what}`, params: { line: before } });
    }
    if (faults.length > 0) return { line: row.line, state: 'refused', says: faults };
    const warnings = warningsOf(row);
    return { line: row.line, state: warnings.length > 0 ? 'warned' : 'ready', says: [...warnings] };
  };
}

function* faultsOf(row: BatchRow): Generator<Sentence> {
  if (row.licensePlate === '' && row.vin === '' && row.name === '') {
    yield { key: 'batch.row.no-car', params: {} };
  }
  for (const check of [
    () => typedVin(row.vin),
    ...(['licensePlate', 'name', 'brand', 'model', 'group', 'key'] as const).map(
      (field) => () => boundedText(typedText(row[field]) ?? '', field),
    ),
  ]) {
    const fault = faultIn(check);
    if (fault !== null) yield fault;
  }
  if (row.serial !== '' && !looksLikeSerial(row.serial)) {
    yield { key: 'batch.row.serial', params: { serial: row.serial.slice(0, 60) } };
  }
}

function faultIn(check: () => unknown): Sentence | null {
  try {
    check();
    return null;
  } catch (cause) {
    if (!(cause instanceof ProblemError)) throw cause;
    const { code, params } = cause.problem;
    return code === 'vin-malformed'
      ? { key: 'batch.row.vin', params }
      : { key: 'batch.row.too-long', params: { longest: LONGEST_NAME } };
  }
}

function warningsOf(row: BatchRow): readonly Sentence[] {
  return vinHints(row.vin).map((hint): Sentence => {
    switch (hint.hint) {
      case 'vin-length':
        return { key: 'flow.car.hint.vin-length', params: { length: hint.length } };
      case 'vin-alphabet':
        return { key: 'flow.car.hint.vin-alphabet', params: { characters: hint.characters } };
      case 'vin-check-digit':
        return { key: 'flow.car.hint.vin-check-digit', params: {} };
    }
  });
}

/** Two verdicts on a row as one: the worse state counts, all sentences stay. */
export function together(one: BatchVerdict, other: BatchVerdict): BatchVerdict {
  const order = ['ready', 'warned', 'there', 'refused'] as const;
  const worse = order.indexOf(one.state) >= order.indexOf(other.state) ? one : other;
  return { line: one.line, state: worse.state, says: [...one.says, ...other.says] };
}
