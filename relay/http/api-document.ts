import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { environment, customerId } from '../../shared/ids.ts';
import { itemOf } from '../../shared/parsing.ts';
import { relayProblem } from '../../shared/relay/access.ts';
import { instruction, publication } from '../../shared/relay/office-documents.ts';
import { plannedJob, plannedJobClaim, plannedWork } from '../../shared/relay/jobs.ts';
import { logHead } from '../../shared/relay/log.ts';
import { feedResult } from '../../shared/relay/results.ts';
import { review } from '../../shared/relay/reviews.ts';
import { signed } from '../../shared/relay/signing.ts';
import { statusOf, type ProblemCode } from './problem.ts';

/** A body of these media types, as bytes. */
export type Bytes = { readonly mediaTypes: readonly string[] };

/** A route as the document describes it. */
export type ApiRoute = {
  readonly summary: string;
  readonly path?: z.ZodType;
  readonly query?: z.ZodType;
  readonly headers?: z.ZodType;
  readonly body?: z.ZodType | Bytes;
  /** Bodies by status; null = none. */
  readonly answers: Readonly<Record<number, z.ZodType | Bytes | null>>;
  readonly problems?: readonly ProblemCode[];
  readonly security?: 'token' | 'secret';
};

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly api?: ApiRoute;
  }
}

const OF_TOKENS = [
  'bad-request',
  'bad-token',
  'too-many-refused',
  'too-many-requests',
  'relay-full',
  'store-unavailable',
  'internal-error',
] as const satisfies readonly ProblemCode[];

/** A route that needs a token. */
export const withToken = (route: ApiRoute): ApiRoute => ({
  ...route,
  security: 'token',
  problems: [...OF_TOKENS, ...(route.problems ?? [])],
});

/** A route that concerns a customer. */
export const ofCustomer = (route: ApiRoute): ApiRoute => ({
  ...route,
  problems: ['not-your-customer', 'not-your-environment', ...(route.problems ?? [])],
});

/**
 * `GET /openapi.json`: describes the routes registered after this one, from their own schemas. Built lazily, because
 * few relays ever serve it.
 *
 * @throws where a route is registered without a description.
 */
export function apiDocumentRoute(app: FastifyInstance): void {
  const paths = new Map<string, Map<string, ApiRoute>>();
  app.addHook('onRoute', ({ url, method, config }) => {
    const api = config?.api;
    if (api === undefined) throw new Error(`${url} has no description`);
    const path = url.replaceAll(/:(\w+)/g, '{$1}');
    const known = paths.get(path) ?? new Map<string, ApiRoute>();
    paths.set(path, known);
    for (const one of [method].flat()) known.set(one.toLowerCase(), api);
  });
  // Kept as bytes, so that clients that do not read their answers share one copy.
  let bytes: Buffer | null = null;
  const api: ApiRoute = { summary: 'This document', answers: { 200: z.record(z.string(), z.unknown()) } };
  app.get('/openapi.json', { config: { api } }, async (_request, reply) => {
    bytes ??= Buffer.from(
      JSON.stringify(documentOf(paths)).replaceAll('"#/$defs/', '"#/components/schemas/'),
    );
    return reply.type('application/json; charset=utf-8').send(bytes);
  });
}

type Paths = ReadonlyMap<string, ReadonlyMap<string, ApiRoute>>;

/**
 * The schemas that stand once in the document and are referenced. Several branded ids of the operator share one schema.
 */
function namedSchemas() {
  const names = z.registry<{ id: string }>();
  names.add(environment, { id: 'Environment' });
  names.add(feedResult, { id: 'Result' });
  names.add(logHead, { id: 'LogHead' });
  names.add(customerId, { id: 'OperatorId' });
  names.add(instruction, { id: 'Instruction' });
  names.add(publication, { id: 'Publication' });
  names.add(plannedJob, { id: 'PlannedJob' });
  names.add(plannedJobClaim, { id: 'PlannedJobClaim' });
  names.add(plannedWork, { id: 'PlannedWork' });
  names.add(relayProblem, { id: 'Problem' });
  names.add(review, { id: 'Review' });
  names.add(signed, { id: 'Signed' });
  return names;
}

type WireSchema = z.core.JSONSchema.BaseSchema;
type SchemaOf = (schema: z.ZodType) => WireSchema;

/**
 * Describes the wire format before parsing: a value that has a default may be missing. Named schemas go to
 * `components`.
 */
function wireSchemas(components: Map<string, WireSchema>): SchemaOf {
  const names = namedSchemas();
  const schemaOf: SchemaOf = (schema) => {
    // Wrapped in an object: zod references a named schema only where it is part of another one.
    const { properties, $defs } = z.toJSONSchema(z.object({ wire: schema }), {
      io: 'input',
      unrepresentable: 'any',
      metadata: names,
      override: ({ zodSchema, jsonSchema }) => {
        const item = itemOf(zodSchema);
        if (item !== undefined) jsonSchema.items = schemaOf(item);
      },
    });
    for (const [name, one] of Object.entries($defs ?? {})) {
      const { id: _name, ...rest } = one;
      components.set(name, rest);
    }
    const wire = properties?.['wire'];
    return typeof wire === 'object' ? wire : {};
  };
  return schemaOf;
}

function documentOf(paths: Paths): object {
  const components = new Map<string, WireSchema>();
  const schemaOf = wireSchemas(components);
  const items = [...paths].map(([path, methods]) => {
    const operations = [...methods].map(
      ([method, api]) => [method, operationOf(path, method, api, schemaOf)] as const,
    );
    return [path, Object.fromEntries(operations)] as const;
  });
  return {
    openapi: '3.1.0',
    info: { title: 'Boxwright relay', version: '1' },
    paths: Object.fromEntries(items),
    components: {
      schemas: Object.fromEntries([...components].toSorted(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        secret: { type: 'apiKey', in: 'header', name: 'secret' },
      },
    },
  };
}

function operationOf(path: string, method: string, api: ApiRoute, schemaOf: SchemaOf): object {
  const { summary, security, body } = api;
  const words = path.match(/\w+/g) ?? [];
  const parameters = [
    ...parametersOf('path', api.path, schemaOf),
    ...parametersOf('query', api.query, schemaOf),
    ...parametersOf('header', api.headers, schemaOf),
  ];
  return {
    operationId: method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(''),
    summary,
    ...(security === undefined ? {} : { security: [{ [security]: [] }] }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : { requestBody: { required: !isBytes(body), content: contentOf(body, schemaOf) } }),
    responses: Object.fromEntries(responsesOf(api, schemaOf)),
  };
}

function parametersOf(
  where: 'path' | 'query' | 'header',
  schema: z.ZodType | undefined,
  schemaOf: SchemaOf,
): readonly object[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(schema);
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: where,
    required: required.includes(name),
    schema: one,
  }));
}

/** The answers of each status: a problem beside another body where both have it. */
function responsesOf(
  { answers, problems = [] }: ApiRoute,
  schemaOf: SchemaOf,
): readonly (readonly [string, object])[] {
  const codes = new Map<number, ProblemCode[]>();
  for (const code of problems) codes.set(statusOf(code), [...(codes.get(statusOf(code)) ?? []), code]);
  const bodies = new Map(Object.entries(answers).map(([status, body]) => [Number(status), body]));
  return [...new Set([...bodies.keys(), ...codes.keys()])]
    .toSorted((a, b) => a - b)
    .map((status) => {
      const body = bodies.get(status) ?? null;
      const ofProblem = codes.get(status);
      const content = {
        ...(body === null ? {} : contentOf(body, schemaOf)),
        ...(ofProblem === undefined ? {} : contentOf(problemBeside(body), schemaOf)),
      };
      const description = ofProblem?.join(', ') ?? (status < 300 ? 'done' : 'refused');
      return [String(status), { description, ...(Object.keys(content).length === 0 ? {} : { content }) }];
    });
}

const problemBeside = (body: z.ZodType | Bytes | null): z.ZodType =>
  body === null || isBytes(body) ? relayProblem : z.union([body, relayProblem]);

const isBytes = (body: z.ZodType | Bytes): body is Bytes => 'mediaTypes' in body;

function contentOf(body: z.ZodType | Bytes, schemaOf: SchemaOf): object {
  if (!isBytes(body)) return { 'application/json': { schema: schemaOf(body) } };
  return Object.fromEntries(body.mediaTypes.map((type) => [type, { schema: {} }]));
}
