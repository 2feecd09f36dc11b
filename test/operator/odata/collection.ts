import type { Random } from '../random.ts';
import { compareValues, compileFilter, type ReadField, type Value } from './filter.ts';
import { QueryOptionError } from './tokens.ts';

export type CollectionRules = {
  /** Every path that may stand in `$filter` and `$orderby`. */
  readonly fields: readonly string[];
  /** Narrower than `fields` where the spec names the fields a filter is valid on. */
  readonly filterFields?: readonly string[];
  readonly defaultPageSize: number;
  readonly maxTop: number;
  readonly ignored: readonly string[];
};

/**
 * Answers a collection read. Without `$orderby` the order is random on every read, and rows that tie under `$orderby`
 * are in random order too: the spec guarantees none. Throws QueryOptionError.
 */
export function page<Row extends object>(
  rows: readonly Row[],
  query: URLSearchParams,
  rules: CollectionRules,
  random: Random,
): Row[] {
  const option = (name: string): string | null => (rules.ignored.includes(name) ? null : query.get(name));
  const filter = option('$filter');
  const orderBy = option('$orderby');
  const skip = wholeNumber('$skip', option('$skip')) ?? 0;
  const top = Math.min(wholeNumber('$top', option('$top')) ?? rules.defaultPageSize, rules.maxTop);

  const test = filter === null ? () => true : compileFilter(filter, rules.filterFields ?? rules.fields);
  const wanted = filter === null ? rows : rows.filter((row) => test(reader(row)));
  const kept = inOrder(wanted, orderBy, rules.fields, random);
  return rules.ignored.includes('$top') ? kept.slice(skip) : kept.slice(skip, skip + top);
}

/**
 * Rows that stand in the order asked for, without ties, are what shuffling and sorting would give: a page of a large fleet
 * must not cost going through all of it twice. The shuffle counts as drawn, so that a seed means the same either way.
 */
function inOrder<Row extends object>(
  rows: readonly Row[],
  orderBy: string | null,
  fields: readonly string[],
  random: Random,
): readonly Row[] {
  if (/^id(?: asc)?$/.test(orderBy ?? '') && fields.includes('id') && risingById(rows)) {
    random.skip(rows.length);
    return rows;
  }
  const shuffled = random.shuffled(rows);
  return orderBy === null ? shuffled : ordered(shuffled, orderBy, fields);
}

function risingById(rows: readonly object[]): boolean {
  let last = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    const id = 'id' in row && typeof row.id === 'number' ? row.id : Number.NaN;
    // False for what is no number too.
    if (!(id > last)) return false;
    last = id;
  }
  return true;
}

function wholeNumber(name: string, text: string | null): number | null {
  if (text === null) return null;
  if (!/^\d{1,9}$/.test(text)) throw new QueryOptionError(`${name} must be a whole number of 0 or more.`);
  return Number(text);
}

/** The rows in order; what they are ordered by is read once each, not in every comparison. */
function ordered<Row extends object>(
  rows: readonly Row[],
  orderBy: string,
  fields: readonly string[],
): Row[] {
  const keys = orderBy.split(',').map((part) => {
    const [path = '', direction = 'asc', ...rest] = part.trim().split(/\s+/);
    if (!fields.includes(path)) throw new QueryOptionError(`Could not find a property named '${path}'.`);
    if ((direction !== 'asc' && direction !== 'desc') || rest.length > 0) {
      throw new QueryOptionError(`$orderby cannot be understood: '${part.trim()}'.`);
    }
    return { path, sign: direction === 'asc' ? 1 : -1 };
  });
  const signed = rows.map((row) => {
    const read = reader(row);
    return { row, values: keys.map(({ path, sign }) => ({ value: read(path), sign })) };
  });
  signed.sort((left, right) => {
    for (const [index, { value, sign }] of left.values.entries()) {
      const order = compareValues(value, right.values[index]?.value ?? null);
      if (order !== 0) return order * sign;
    }
    return 0;
  });
  return signed.map(({ row }) => row);
}

function reader(row: object): ReadField {
  return (path) => {
    let value: unknown = row;
    for (const segment of path.split('/')) {
      value = typeof value === 'object' && value !== null ? Reflect.get(value, segment) : null;
    }
    return isValue(value) ? value : null;
  };
}

function isValue(value: unknown): value is Value {
  return (
    value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  );
}
