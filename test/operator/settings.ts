import { z } from 'zod';

const milliseconds = z.number().int().min(0);
const queryOption = z.enum(['$top', '$skip', '$filter', '$orderby']);

/**
 * Everything that can be changed while the operator runs, with what a test gets unless it says otherwise. Where the
 * spec is silent the first value is the assumption the app makes and the others are its opposites.
 */
export const settingsSchema = z.strictObject({
  /** Added before every answer of the API. */
  latencyMs: milliseconds.default(0),
  /** How far the `Date` header runs ahead (positive) or behind (negative). */
  clockSkewMs: z.number().int().default(0),

  apiKeyHeader: z.string().min(1).default('service-API-Key'),
  apiKey: z.string().min(1).default('demo-api-key'),
  username: z.string().min(1).default('demo-api-manager'),
  password: z.string().min(1).default('demo-password'),
  tokenLifetimeSeconds: z.number().positive().default(3600),
  expiresInAs: z.enum(['string', 'number', 'absent']).default('string'),
  tokenBody: z.enum(['form', 'json', 'either']).default('form'),
  wrongLoginStatus: z.union([z.literal(400), z.literal(401), z.literal(403)]).default(400),
  /** More token requests than this within a minute are a violation. */
  tokenRequestsPerMinute: z.number().int().min(1).default(20),
  /** More refused logins in a row than this are a violation: refused is terminal, not to be tried endlessly. */
  refusedLoginsInARow: z.number().int().min(1).default(2),

  /** Rows of a collection read without `$top`. */
  defaultPageSize: z.number().int().min(1).default(25),
  /** `$top` is capped to this without a word. */
  maxTop: z.number().int().min(1).default(50),
  /** Query options that are accepted and have no effect. */
  ignoredQueryOptions: z.array(queryOption).default([]),
  /** The effect of query options on lists for which the spec shows nothing. */
  queryOptionsWhereNotShown: z.enum(['honoured', 'ignored']).default('honoured'),
  maxGroupNameLength: z.number().int().min(1).default(100),
  /** Assumed or real operations this environment does not offer, as `METHOD /path/{template}`. */
  notOffered: z.array(z.string()).default([]),
  /** Operations that stand at another path here, each by its usual name, with the template of the new path. */
  movedOperations: z.record(z.string(), z.string().startsWith('/')).default({}),
  /** How it says so: 404 with an object, a text or a page, or a status of its own. */
  notOfferedAs: z.enum(['404-object', '404-text', '404-page', '405', '501', 'page']).default('404-object'),
  /** `PUT` and `DELETE /pairings`, against the spec: while off, asking for them is a violation. */
  pairings: z.boolean().default(false),
  /** Name of the one field in the body of `PUT /groups/{groupId}/products`. */
  groupProductField: z.string().min(1).default('productId'),
  /** The sentence of a refusal that is neither a login nor a content type: a JSON string, or the opposites. */
  refusalsAs: z.enum(['json-string', 'text', 'object']).default('json-string'),
  productListsShowCarId: z.boolean().default(true),
  serviceListShowsProductId: z.boolean().default(true),
  customerIdsAs: z.enum(['number', 'string']).default('number'),

  /** Base address of the partner's webhook receiver, without the environment; null = none set up in the portal. */
  webhookUrl: z.url().nullable().default(null),
  webhookSecret: z.string().nullable().default(null),
  webhookAttempts: z.number().int().min(1).default(5),
  /** Pause before the second attempt; doubled before every further one. */
  webhookRetryMs: milliseconds.default(250),
  webhookTimeoutMs: milliseconds.default(5000),
  /** Time between the 204 and the moment an assignment operation takes effect and its result is sent. */
  resultDelayMs: milliseconds.default(50),
  /** Up to this much more, by the seed: results may then overtake each other. */
  resultJitterMs: milliseconds.default(0),
  /** How often each result is delivered. */
  resultCopies: z.number().int().min(1).default(1),
  /** The operation takes effect, the partner never hears of it. */
  resultsLost: z.boolean().default(false),
  /** Operations still take effect, their results wait until they are released, in the order asked for. */
  resultsHeld: z.boolean().default(false),
  /** Every assignment operation fails with this message. */
  resultFailure: z.string().nullable().default(null),
  createdResultCarriesLifetime: z.boolean().default(true),
  updatedResultCarriesUpdateData: z.boolean().default(true),
  /** The `checksum` of a result: MD5 of the request's body in either case, or of unknown bytes. */
  checksumAs: z.enum(['md5-upper', 'md5-lower', 'unknown']).default('md5-upper'),
});

export type OperatorSettings = z.output<typeof settingsSchema>;
export type SettingsChange = Partial<z.input<typeof settingsSchema>>;

/** Full settings from the few that differ from the defaults; throws a ZodError naming what is wrong. */
export function settingsFrom(change: SettingsChange): OperatorSettings {
  return settingsSchema.parse(change);
}

/** Changes running settings in place; nothing changes when any value is refused (ZodError). */
export function changeSettings(settings: OperatorSettings, change: unknown): void {
  const asked = z.record(z.string(), z.unknown()).parse(change);
  Object.assign(settings, settingsSchema.parse({ ...settings, ...asked }));
}
