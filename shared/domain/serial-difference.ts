/*
 * Two serials beside each other, character by character. What people only write differently (case, spaces, dashes,
 * leading zeros) is no difference.
 */

/** One column: the character of each, null where one has none there. */
export interface SerialColumn {
  readonly one: string | null;
  readonly other: string | null;
  readonly same: boolean;
  /** Counted from 1 in the first serial; for what it lacks, the place after which it would stand. */
  readonly place: number;
}

const compact = (serial: string): readonly string[] =>
  Array.from(serial.toUpperCase().replace(/[\s\-._]/g, ''));

/**
 * The columns of two serials with as few differences as can be: a missing character moves what follows beside its like,
 * so that one slip is one difference.
 */
export function compareSerials(one: string, other: string): readonly SerialColumn[] {
  const [first, second] = [compact(one), compact(other)];
  const cost = costs(first, second);
  const at = (row: number, column: number): number => cost[row]?.[column] ?? Infinity;
  const columns: SerialColumn[] = [];
  let [row, column] = [first.length, second.length];
  // From the end: what is missing at the front stays at the front, where leading zeros are.
  while (row > 0 || column > 0) {
    const [left, right] = [first[row - 1] ?? null, second[column - 1] ?? null];
    const step = left === right ? 0 : 1;
    if (row > 0 && column > 0 && at(row, column) === at(row - 1, column - 1) + step) {
      columns.push({ one: left, other: right, same: step === 0, place: row });
      row -= 1;
      column -= 1;
    } else if (row > 0 && at(row, column) === at(row - 1, column) + 1) {
      columns.push({ one: left, other: null, same: false, place: row });
      row -= 1;
    } else {
      columns.push({ one: null, other: right, same: false, place: row });
      column -= 1;
    }
  }
  return withoutLeadingZeros(columns.toReversed());
}

/** The least number of differences between the beginnings of both, by their lengths. */
function costs(first: readonly string[], second: readonly string[]): readonly (readonly number[])[] {
  const rows: number[][] = [second.concat('').map((_, column) => column)];
  for (const [index, left] of first.entries()) {
    const above = rows[index] ?? [];
    const row = [index + 1];
    for (const [column, right] of second.entries()) {
      row.push(
        Math.min(
          (above[column] ?? 0) + (left === right ? 0 : 1),
          (above[column + 1] ?? 0) + 1,
          (row[column] ?? 0) + 1,
        ),
      );
    }
    rows.push(row);
  }
  return rows;
}

function withoutLeadingZeros(columns: readonly SerialColumn[]): readonly SerialColumn[] {
  let leading = true;
  return columns.map((column) => {
    leading &&= column.same
      ? column.one === '0'
      : (column.one ?? '0') === '0' && (column.other ?? '0') === '0';
    return leading ? { ...column, same: true } : column;
  });
}

/** Every letter and digit a serial can hold. */
const CHARACTERS = Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ');

/** Serials that one wrong or two swapped neighbouring characters make of this one; not folded, itself left out. */
export function serialsOneSlipAway(serial: string): readonly string[] {
  const characters = compact(serial);
  const slips = characters.flatMap((character, place) => {
    const wrong = CHARACTERS.filter((other) => other !== character).map((other) =>
      characters.with(place, other).join(''),
    );
    const next = characters[place + 1];
    const swapped =
      next === undefined || next === character
        ? []
        : [
            characters
              .with(place, next)
              .with(place + 1, character)
              .join(''),
          ];
    return [...wrong, ...swapped];
  });
  return [...new Set(slips)];
}
