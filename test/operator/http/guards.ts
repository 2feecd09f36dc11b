import { json, problem, Refusal, refuse, type Answer } from './answer.ts';
import type { Call, CustomerCall } from './call.ts';
import type { RequestForm, Route } from './route.ts';

const acceptedTypes: Readonly<Record<RequestForm, readonly string[] | null>> = {
  list: null,
  'list-not-shown': null,
  single: null,
  'strict-single': null,
  bare: null,
  json: ['application/json'],
  'json-patch': ['application/json-patch+json'],
  'loose-patch': ['application/json', 'application/json-patch+json'],
  login: ['application/x-www-form-urlencoded'],
};

const loginTypes = {
  form: ['application/x-www-form-urlencoded'],
  json: ['application/json'],
  either: ['application/x-www-form-urlencoded', 'application/json'],
} as const;

const collectionOptions = ['$filter', '$orderby', '$top', '$skip', '$count'];

/** The API key of the request. Throws a Refusal (401). */
export function requireApiKey(call: Call): void {
  const { apiKeyHeader, apiKey } = call.settings;
  const given = call.request.header(apiKeyHeader);
  if (given === null)
    call.violated('missing-api-key', `The header ${apiKeyHeader} is required on every request.`);
  if (given !== apiKey) {
    throw new Refusal(
      json(401, { statusCode: 401, message: 'Access denied due to missing or invalid subscription key.' }),
    );
  }
}

/** A bearer token that this operator gave out and that has not run out. Throws a Refusal (401). */
export function requireToken(call: Call): void {
  const authorization = call.request.header('authorization');
  const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1];
  if (token === undefined) {
    call.violated('missing-authorization', 'A protected request needs "Authorization: Bearer <token>".');
  }
  if (token === undefined || !call.tokens.isValid(token)) {
    throw new Refusal(
      json(401, { statusCode: 401, message: 'Unauthorized. Access token is missing or invalid.' }),
    );
  }
}

/** Adds the customer named by `Customer-ID`. Throws a Refusal (404: customer context not found). */
export function inCustomerContext(call: Call): CustomerCall {
  const given = call.request.header('customer-id');
  if (given === null || !/^\d+$/.test(given)) {
    call.violated('missing-customer-id', 'Customer-scoped operations need a numeric Customer-ID.');
    throw refuse(404, 'Customer context not found.');
  }
  const customer = call.state.customers.get(Number(given));
  if (customer === undefined) throw refuse(404, `Customer ${given} was not found for this API Manager.`);
  return { ...call, customer };
}

/** The content type the operation needs. Throws a Refusal (415). */
export function requireContentType(call: Call, route: Route): void {
  const accepted = route.form === 'login' ? loginTypes[call.settings.tokenBody] : acceptedTypes[route.form];
  const given = call.request.contentType;
  if (accepted === null || (given !== null && accepted.some((type) => type === given))) return;
  call.violated(
    'wrong-content-type',
    `${route.operation} needs ${accepted.join(' or ')}, got ${given ?? 'none'}.`,
  );
  throw new Refusal(problem(415, 'Unsupported Media Type'));
}

/**
 * Applies the rules for query options that do not depend on the resource. Returns an answer where that rule ends the
 * request: `$select` gives nothing on collections and never comes back on single resources.
 */
export function checkQuery(call: Call, route: Route): Answer | null {
  const names = [...call.request.query.keys()];
  const isList = route.form === 'list' || route.form === 'list-not-shown';
  if (names.includes('$select')) {
    call.violated('select-used', '$select is not supported and must not be used.');
    return isList ? json(200, []) : { kind: 'hang' };
  }
  for (const name of names) {
    if (isList && collectionOptions.includes(name) && name !== '$count') continue;
    if (!isList && collectionOptions.includes(name)) {
      call.violated('query-option-on-single-read', `${route.operation} does not support ${name}.`);
      if (route.form === 'strict-single') {
        throw refuse(400, `The query option ${name} is not supported on this resource.`);
      }
      continue;
    }
    call.violated('unknown-query-option', `${route.operation} has no query option ${name}.`);
  }
  return null;
}
