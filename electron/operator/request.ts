import { z } from 'zod';
import { err, ok, type Result } from '../../shared/result.ts';
import { withoutTrailingSlashes } from '../../shared/addresses.ts';
import type { EndpointName } from './endpoint-name.ts';

type Method = 'GET' | 'PUT' | 'PATCH' | 'DELETE';

/** A call as a value: rendered completely before the first byte leaves, so that the queue can digest and compare it. */
export interface OperatorRequest<Value> {
  readonly endpoint: EndpointName;
  readonly method: Method;
  /** Relative to the base address, encoded, with a leading slash. */
  readonly path: string;
  /** '' or '?…', encoded. */
  readonly query: string;
  readonly contentType: string | null;
  readonly body: string | null;
  /** Does it carry `Customer-ID`? */
  readonly scope: 'customer' | 'none';
  readonly effect: 'read' | 'write';
  /** True when the spec only names the operation, or less: it may not be offered (`shared/operator/assumptions.ts`). */
  readonly assumed: boolean;
  /** Statuses that may be success; `parse` has the last word. */
  readonly expect: readonly number[];
  /**
   * Reads an expected answer. `body` is undefined for an empty one, else parsed JSON; for a status of 400 and above,
   * where JSON is not promised, a text that is no JSON is passed as it came.
   */
  readonly parse: (status: number, body: unknown) => Result<Value, string>;
}

/** Parses with zod; the failure names fields and types, never values. */
export function parseWith<Value>(schema: z.ZodType<Value>): OperatorRequest<Value>['parse'] {
  return (_status, body) => {
    const parsed = schema.safeParse(body);
    return parsed.success ? ok(parsed.data) : err(z.prettifyError(parsed.error));
  };
}

/** For answers whose body says nothing (204). */
const parseNothing = (): Result<null, string> => ok(null);

interface ReadSpec<Value> {
  readonly endpoint: EndpointName;
  readonly path: string;
  readonly schema: z.ZodType<Value>;
  /** Only lists have one: single-resource reads must not carry options (spec part 4). */
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
 * A write that answers 204 without a body: done, or (assignments) accepted only. A 200 without a body, or with JSON, says the same
 * (docs/decisions/0029-other-success.md).
 */
export function writeRequest(spec: WriteSpec): OperatorRequest<null> {
  return write(spec, [204, 200], parseNothing);
}

const withId = z.object({ id: z.unknown() });

/** A write that answers 201 with the new id and nothing else. The id proves a 200 as well. */
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

/** Where requests go: the origin, and the path every request path is put behind. */
interface BaseAddress {
  readonly origin: string;
  /** Without a trailing slash; ends with the version segment (spec, conventions). */
  readonly pathname: string;
}

/** Splits a base address; throws a TypeError when it is none (profiles check it before, with a sentence). */
export function splitBaseAddress(baseUrl: string): BaseAddress {
  const url = new URL(baseUrl);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new TypeError('The base address is not http(s)');
  if (url.search !== '' || url.hash !== '') throw new TypeError('The base address has a query');
  if (url.username !== '' || url.password !== '') throw new TypeError('The base address holds a login');
  return { origin: url.origin, pathname: withoutTrailingSlashes(url.pathname) };
}
