/** A filter expression. Only this file builds them, so that no value can break out of its quotes. */
export interface Filter {
  readonly expression: string;
}

/** `id`, or nested: `userData/firstName`, `keyForm/id`. */
export type FieldPath = string;

/** A field to sort by; ascending by default. */
export interface OrderBy {
  readonly path: FieldPath;
  readonly descending?: boolean;
}

/** Options of a collection read. `$select` is left out: on lists it returns nothing (spec part 4). */
export interface ListQuery {
  readonly filter?: Filter;
  readonly orderBy?: readonly OrderBy[];
  readonly top?: number;
  readonly skip?: number;
}

const segment = /^[A-Za-z_]\w*$/;

function field(path: FieldPath): string {
  if (!path.split('/').every((part) => segment.test(part))) throw new TypeError(`Not a field path: ${path}`);
  return path;
}

/** Quotes are doubled; a lone surrogate cannot be encoded and becomes U+FFFD. */
function literal(value: string | number | boolean | null): string {
  return typeof value === 'string' ? `'${value.toWellFormed().replaceAll("'", "''")}'` : String(value);
}

/** `path eq value`. */
export function eq(path: FieldPath, value: string | number | boolean | null): Filter {
  return { expression: `${field(path)} eq ${literal(value)}` };
}

/** The text occurs anywhere in the field. */
export function contains(path: FieldPath, text: string): Filter {
  return { expression: `contains(${field(path)},${literal(text)})` };
}

/** The field starts with the text. */
export function startsWith(path: FieldPath, text: string): Filter {
  return { expression: `startswith(${field(path)},${literal(text)})` };
}

/** Combines filters with `and`. Each part is in brackets, so that a mix of `and` and `or` keeps its precedence. */
export function and(...filters: readonly [Filter, ...Filter[]]): Filter {
  return join(filters, 'and');
}

/** Combines filters with `or`. */
export function or(...filters: readonly [Filter, ...Filter[]]): Filter {
  return join(filters, 'or');
}

function join(filters: readonly [Filter, ...Filter[]], operator: 'and' | 'or'): Filter {
  const [only, ...rest] = filters;
  if (rest.length === 0) return only;
  return { expression: filters.map(({ expression }) => `(${expression})`).join(` ${operator} `) };
}

/**
 * The query string: '' or '?…', every value percent-encoded. Pages are always ordered, by id by default: no default
 * order is guaranteed, and pages of an unordered list lose rows.
 */
export function renderQuery(query: ListQuery): string {
  const { filter, top, skip } = query;
  const paged = top !== undefined || skip !== undefined;
  const orderBy = query.orderBy ?? (paged ? [{ path: 'id' }] : []);
  const options: (readonly [string, string])[] = [];
  if (filter !== undefined) options.push(['$filter', filter.expression]);
  if (orderBy.length > 0) {
    const keys = orderBy.map(
      ({ path, descending }) => `${field(path)} ${descending === true ? 'desc' : 'asc'}`,
    );
    options.push(['$orderby', keys.join(',')]);
  }
  if (top !== undefined) options.push(['$top', String(top)]);
  if (skip !== undefined) options.push(['$skip', String(skip)]);
  if (options.length === 0) return '';
  return `?${options.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
}
