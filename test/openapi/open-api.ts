import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { z } from 'zod';

/*
 * Reads the part of OpenAPI 3.1 that our documents use and judges requests and answers by it. Schemas are judged by ajv in its
 * strict mode: a keyword that is misspelt in a document throws instead of allowing everything.
 */

const schemaObject = z.record(z.string(), z.unknown());
const content = z.record(
  z.string(),
  z.object({ schema: schemaObject, 'x-assumed': z.literal(true).optional() }),
);
const parameterObject = z.strictObject({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean().default(false),
  description: z.string().optional(),
  schema: schemaObject,
  'x-assumed': z.literal(true).optional(),
});
const bodyObject = z.strictObject({
  required: z.boolean().default(false),
  description: z.string().optional(),
  content,
  'x-assumed': z.literal(true).optional(),
});
const answerObject = z.strictObject({
  description: z.string(),
  headers: z.record(z.string(), z.unknown()).optional(),
  content: content.optional(),
  'x-assumed': z.literal(true).optional(),
});
const operationObject = z.strictObject({
  operationId: z.string(),
  summary: z.string(),
  description: z.string().optional(),
  tags: z.array(z.string()).optional(),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  parameters: z.array(z.unknown()).default([]),
  requestBody: bodyObject.optional(),
  responses: z.record(z.string(), z.unknown()),
  'x-assumed': z.literal(true).optional(),
});
const pathItem = z.strictObject({
  parameters: z.array(z.unknown()).default([]),
  get: operationObject.optional(),
  put: operationObject.optional(),
  post: operationObject.optional(),
  patch: operationObject.optional(),
  delete: operationObject.optional(),
});
const documentObject = z.strictObject({
  openapi: z.literal('3.1.0'),
  info: z.object({ title: z.string(), version: z.string() }),
  servers: z.array(z.unknown()).optional(),
  security: z.array(z.unknown()).optional(),
  paths: z.record(z.string(), pathItem),
  webhooks: z.record(z.string(), pathItem).default({}),
  components: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
});
type Components = z.output<typeof documentObject>['components'];

/** A request below the server's address. Header names in lower case. */
export interface ApiRequest {
  readonly path: string;
  /** `?…`, or nothing. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** An answer as it came over the wire. */
export interface ApiAnswer {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly body: string;
}

/** One operation of a document, and its judgement: one sentence for each fault. */
export interface ApiOperation {
  readonly id: string;
  /** `METHOD /path/{template}`. */
  readonly name: string;
  readonly assumed: boolean;
  /** The documented statuses that are not assumed, as text; a range is `5XX`. */
  readonly statuses: readonly string[];
  readonly requestFaults: (request: ApiRequest) => readonly string[];
  readonly answerFaults: (answer: ApiAnswer) => readonly string[];
}

export interface OpenApi {
  readonly operations: readonly ApiOperation[];
  readonly webhooks: ReadonlyMap<string, ApiOperation>;
  /** The operation of a request; literal segments win over parameters. */
  readonly operationOf: (method: string, path: string) => ApiOperation | null;
}

/** Reads a document in YAML or JSON. @throws where it has anything that is not judged here. */
export function openApi(text: string): OpenApi {
  const { paths, webhooks, components } = documentObject.parse(parse(text));
  const judge = schemaJudge(components);
  const all = Object.entries(paths).flatMap(([path, item]) => operationsOf(path, item, components, judge));
  return {
    operations: all,
    webhooks: new Map(
      Object.entries(webhooks).flatMap(([name, item]) =>
        operationsOf(`/${name}`, item, components, judge).map((operation) => [name, operation] as const),
      ),
    ),
    operationOf: (method, path) => {
      const fitting = all
        .filter(({ name }) => name.startsWith(`${method} `))
        .map((operation) => ({ operation, values: pathValues(templateOf(operation), path) }))
        .filter(({ values }) => values !== null)
        .toSorted((a, b) => (a.values?.size ?? 0) - (b.values?.size ?? 0));
      return fitting[0]?.operation ?? null;
    },
  };
}

const templateOf = ({ name }: ApiOperation): string => name.slice(name.indexOf(' ') + 1);

type Judge = ReturnType<typeof schemaJudge>;

/** `whole`: a JSON value. `text`: a word of an address or a header, read as the type that its schema asks for. */
function schemaJudge(components: Components) {
  const options = {
    strict: true,
    strictRequired: false,
    allErrors: true,
    allowUnionTypes: true,
    validateFormats: false,
  } as const;
  const wholes = new Ajv2020(options).addVocabulary(['components', 'x-assumed']);
  const texts = new Ajv2020({ ...options, coerceTypes: true }).addVocabulary(['components', 'x-assumed']);
  const compiled = new Map<object, ValidateFunction>();
  const validatorOf = (ajv: Ajv2020, key: object, schema: object): ValidateFunction => {
    const known = compiled.get(key) ?? ajv.compile({ ...schema, components });
    compiled.set(key, known);
    return known;
  };
  const faultsOf = (validate: ValidateFunction, value: unknown, place: string): readonly string[] =>
    validate(value) ? [] : [wholes.errorsText(validate.errors, { dataVar: place })];
  return {
    whole: (schema: object, value: unknown, place: string) =>
      faultsOf(validatorOf(wholes, schema, schema), value, place),
    text: (schema: object, word: string, place: string) => {
      const wrapped = { type: 'object', properties: { word: schema } };
      return faultsOf(validatorOf(texts, schema, wrapped), { word }, place);
    },
  };
}

function operationsOf(
  path: string,
  item: z.output<typeof pathItem>,
  components: Components,
  judge: Judge,
): readonly ApiOperation[] {
  return (['get', 'put', 'post', 'patch', 'delete'] as const).flatMap((method) => {
    const operation = item[method];
    if (operation === undefined) return [];
    const name = `${method.toUpperCase()} ${path}`;
    const parameters = [...item.parameters, ...operation.parameters].map((one) =>
      parameterObject.parse(resolved(one, components)),
    );
    const answers = new Map(
      Object.entries(operation.responses).map(([status, answer]) => [
        status,
        answerObject.parse(resolved(answer, components)),
      ]),
    );
    return [
      {
        id: operation.operationId,
        name,
        assumed: operation['x-assumed'] === true,
        statuses: [...answers].flatMap(([status, answer]) => (answer['x-assumed'] === true ? [] : [status])),
        requestFaults: (request) => [
          ...parameterFaults(path, parameters, request, judge),
          ...requestBodyFaults(operation.requestBody, request, judge),
        ],
        answerFaults: ({ status, contentType, body }) => {
          const answer = answers.get(String(status));
          if (answer === undefined) return [`${name} does not answer ${status}`];
          if (answer.content === undefined) return body === '' ? [] : [`${status} has a body`];
          return contentFaults(answer.content, { contentType, body }, judge);
        },
      },
    ];
  });
}

const reference = z.object({ $ref: z.string().regex(/^#\/components\/\w+\/\w+$/) });

function resolved(value: unknown, components: Components): unknown {
  const found = reference.safeParse(value);
  if (!found.success) return value;
  const [, , kind = '', name = ''] = found.data.$ref.split('/');
  const known = new Map(Object.entries(components)).get(kind) ?? {};
  return new Map(Object.entries(known)).get(name);
}

function parameterFaults(
  template: string,
  parameters: readonly z.output<typeof parameterObject>[],
  { path, query, headers }: ApiRequest,
  judge: Judge,
): readonly string[] {
  const words = {
    path: pathValues(template, path) ?? new Map<string, string>(),
    query: new Map(new URLSearchParams(query)),
    header: new Map(Object.entries(headers)),
  };
  const unknown = [...words.query.keys()].filter(
    (given) => !parameters.some(({ name, in: where }) => where === 'query' && name === given),
  );
  return [
    ...unknown.map((name) => `the query parameter ${name} is not documented`),
    ...parameters.flatMap(({ name, in: where, required, schema }) => {
      const word = words[where].get(where === 'header' ? name.toLowerCase() : name);
      if (word === undefined) return required ? [`the ${where} parameter ${name} is missing`] : [];
      return judge.text(schema, word, name);
    }),
  ];
}

/** The parameters in a path; null where it does not fit the template. */
function pathValues(template: string, path: string): ReadonlyMap<string, string> | null {
  const expected = template.split('/');
  const given = path.split('/');
  if (expected.length !== given.length) return null;
  const values = new Map<string, string>();
  for (const [index, part] of expected.entries()) {
    const word = given[index] ?? '';
    if (part.startsWith('{')) values.set(part.slice(1, -1), decodeURIComponent(word));
    else if (part !== word) return null;
  }
  return values;
}

function requestBodyFaults(
  documented: z.output<typeof bodyObject> | undefined,
  { headers, body }: ApiRequest,
  judge: Judge,
): readonly string[] {
  const contentType = headers['content-type'];
  if (body === null) return documented?.required === true ? ['the body is missing'] : [];
  if (documented === undefined) return ['a body is not documented'];
  return contentFaults(documented.content, { contentType, body }, judge);
}

function contentFaults(
  documented: z.output<typeof content>,
  { contentType, body }: { readonly contentType: string | undefined; readonly body: string },
  judge: Judge,
): readonly string[] {
  const mediaType = contentType?.split(';')[0]?.trim().toLowerCase() ?? 'no content type';
  const media = new Map(Object.entries(documented)).get(mediaType);
  if (media === undefined) return [`the content type is not documented: ${mediaType}`];
  const value = valueOf(mediaType, body);
  return value === undefined ? ['the body is not JSON'] : judge.whole(media.schema, value, 'body');
}

/** The value that a body holds; undefined where it should be JSON and is not. */
function valueOf(mediaType: string, body: string): unknown {
  if (mediaType === 'application/x-www-form-urlencoded') return Object.fromEntries(new URLSearchParams(body));
  if (!/[/+]json$/.test(mediaType)) return body;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
