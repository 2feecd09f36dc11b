import { z } from 'zod';
import { err, ok, type Result } from '../../shared/result.ts';
import { withoutTrailingSlashes } from '../../shared/addresses.ts';

/* The forms of a request to the operator, as values. A builder in `endpoints/` makes one; `client.ts` sends it. */

type Method = 'GET' | 'PUT' | 'PATCH' | 'DELETE';

/** A call as a value: fully rendered before the first byte, so that the queue can hash and compare it. */
export interface OperatorRequest<Value> {
  readonly endpoint: EndpointName;
  readonly method: Method;
  /** Relative to the base address, encoded, with a leading slash. */
  readonly path: string;
  /** '' or '?…', encoded. */
  readonly query: string;
  readonly contentType: string | null;
  readonly body: string | null;
  /** Whether it carries `Customer-ID`. */
  readonly scope: 'customer' | 'none';
  readonly effect: 'read' | 'write';
  /** True if the spec only names the operation, or less: it may not be offered (`shared/operator/assumptions.ts`). */
  readonly assumed: boolean;
  /** Statuses that may mean success; `parse` decides. */
  readonly expect: readonly number[];
  /**
   * Parses an expected answer. `body` is undefined when empty, else parsed JSON. From status 400 on JSON is not
   * guaranteed, so a non-JSON text is passed unchanged.
   */
  readonly parse: (status: number, body: unknown) => Result<Value, string>;
}

/** Parses with zod; an error names fields and types, never values. */
export function parseWith<Value>(schema: z.ZodType<Value>): OperatorRequest<Value>['parse'] {
  return (_status, body) => {
    const parsed = schema.safeParse(body);
    return parsed.success ? ok(parsed.data) : err(z.prettifyError(parsed.error));
  };
}

/** For answers without information in the body (204). */
const parseNothing = (): Result<null, string> => ok(null);

interface ReadSpec<Value> {
  readonly endpoint: EndpointName;
  readonly path: string;
  readonly schema: z.ZodType<Value>;
  /** Only lists have a query: single-resource reads must not carry options (spec part 4). */
  readonly query?: string;
  readonly scope?: 'none';
  readonly assumed?: true;
}

/** A GET that answers 200 with JSON. */
export function readRequest<Value>(spec: ReadSpec<Value>): OperatorRequest<Value> {
  return {
    endpoint: spec.endpoint,
    method: 'GET',
    path: spec.path,
    query: spec.query ?? '',
    contentType: null,
    body: null,
    scope: spec.scope ?? 'customer',
    effect: 'read',
    assumed: spec.assumed ?? false,
    expect: [200],
    parse: parseWith(spec.schema),
  };
}

interface WriteSpec {
  readonly endpoint: EndpointName;
  readonly method: Exclude<Method, 'GET'>;
  readonly path: string;
  /** Rendered as JSON; left out = no body and no content type. */
  readonly body?: unknown;
  readonly contentType?: 'application/json' | 'application/json-patch+json';
  readonly assumed?: true;
}

function write<Value>(
  spec: WriteSpec,
  expect: readonly number[],
  parse: OperatorRequest<Value>['parse'],
): OperatorRequest<Value> {
  const hasBody = spec.body !== undefined;
  return {
    endpoint: spec.endpoint,
    method: spec.method,
    path: spec.path,
    query: '',
    contentType: hasBody ? (spec.contentType ?? 'application/json') : null,
    body: hasBody ? JSON.stringify(spec.body) : null,
    scope: 'customer',
    effect: 'write',
    assumed: spec.assumed ?? false,
    expect,
    parse,
  };
}

/**
 * A write that answers 204 without a body: done, or (assignments) accepted only. A 200 without a body or with JSON is
 * equivalent (docs/decisions/0029-other-success.md).
 */
export function writeRequest(spec: WriteSpec): OperatorRequest<null> {
  return write(spec, [204, 200], parseNothing);
}

const withId = z.object({ id: z.unknown() });

/** A write that answers 201 with only the new id. The id makes a 200 a success as well. */
export function createRequest<Id extends z.ZodType>(
  spec: WriteSpec,
  id: Id,
): OperatorRequest<{ readonly id: z.output<Id> }> {
  return write(spec, [201, 200], (_status, body) => {
    const given = withId.safeParse(body);
    const parsed = id.safeParse(given.success ? given.data.id : undefined);
    return parsed.success ? ok({ id: parsed.data }) : err(`id: ${z.prettifyError(parsed.error)}`);
  });
}

/** One operation of a JSON Patch body. */
export interface PatchOperation {
  readonly op: 'replace' | 'remove';
  readonly path: `/${string}`;
  readonly value: string | null;
}

/** An assumed path with its ids filled in. */
export function assumedPath(template: string, ids: Readonly<Record<string, number>> = {}): string {
  return template.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => String(ids[name] ?? placeholder));
}

/** The target of requests: the origin, and the path prefix of every request. */
interface BaseAddress {
  readonly origin: string;
  /** Without a trailing slash; ends with the version segment (spec, conventions). */
  readonly pathname: string;
}

/** Splits a base address; throws a TypeError for an invalid one (profiles validate it before, with a message). */
export function splitBaseAddress(baseUrl: string): BaseAddress {
  const url = new URL(baseUrl);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new TypeError('The base address is not http(s)');
  if (url.search !== '' || url.hash !== '') throw new TypeError('The base address has a query');
  if (url.username !== '' || url.password !== '') throw new TypeError('The base address holds a login');
  return { origin: url.origin, pathname: withoutTrailingSlashes(url.pathname) };
}

/* The OData query of a collection. */

/** A filter expression. Only this file builds them, so that no value can break out of its quotes. */
export interface Filter {
  readonly expression: string;
}

/** `id`, or nested: `userData/firstName`, `keyForm/id`. */
type FieldPath = string;

/** A field to sort by; ascending by default. */
interface OrderBy {
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

/** Every operation of the client, as `resource.verb`. The coverage table is generated from this list. */
export const endpointNames = [
  'token.request',
  'customers.list',
  'cars.create',
  'cars.update',
  'cars.read',
  'cars.list',
  'cars.assignments',
  'cars.products',
  'cars.events',
  'users.list',
  'users.read',
  'users.assignments',
  'users.removeFromCustomer',
  'assignments.create',
  'assignments.read',
  'assignments.update',
  'assignments.delete',
  'installations.install',
  'installations.uninstall',
  'groups.create',
  'groups.rename',
  'groups.list',
  'groups.delete',
  'groups.addCar',
  'groups.addUser',
  'groups.addProduct',
  'groups.cars',
  'groups.users',
  'groups.products',
  'groups.services',
  'groups.removeCar',
  'groups.removeUser',
  'groups.removeProduct',
  'groups.removeService',
  'services.list',
  'services.read',
  'services.product',
  'products.list',
  'products.read',
  'products.service',
  'pairings.pair',
  'pairings.unpair',
  'brands.list',
  'keys.list',
  'events.create',
  'events.read',
] as const;

export type EndpointName = (typeof endpointNames)[number];
