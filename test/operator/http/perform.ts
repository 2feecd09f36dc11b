import { content, json, problem, Refusal, type Answer } from './answer.ts';
import type { Call } from './call.ts';
import { checkQuery, inCustomerContext, requireApiKey, requireContentType, requireToken } from './guards.ts';
import type { OperatorSettings } from '../settings.ts';
import type { RouteMatch } from './route.ts';

/** Carries a request out, in one go and without waiting for anything: afterwards it has taken effect or it never will. */
export function perform(call: Call, match: RouteMatch | null): Answer {
  if (match === null) return unknownEndpoint(call);
  try {
    return handled(call, match);
  } catch (error) {
    if (error instanceof Refusal) return inTheFormOf(call.settings.refusalsAs, error.answer);
    console.error(`operator simulator: ${match.route.operation} failed`, error);
    return json(500, 'Internal server error.');
  }
}

function handled(call: Call, { route }: RouteMatch): Answer {
  if (call.settings.notOffered.includes(route.operation)) return notOffered(call.settings.notOfferedAs);
  requireApiKey(call);
  if (route.scope === 'login') {
    requireContentType(call, route);
    return route.handle(call);
  }
  requireToken(call);
  const endedByQuery = checkQuery(call, route);
  if (endedByQuery !== null) return endedByQuery;
  if (route.scope === 'manager') return route.handle(call);
  const customerCall = inCustomerContext(call);
  requireContentType(call, route);
  return route.handle(customerCall);
}

function unknownEndpoint(call: Call): Answer {
  call.violated(
    'unknown-endpoint',
    `${call.request.method} ${call.request.path} is not an operation of the spec.`,
  );
  return json(404, { statusCode: 404, message: 'Resource not found' });
}

/** The answer of an environment to an operation that it lacks. */
function notOffered(form: OperatorSettings['notOfferedAs']): Answer {
  const page = '<!doctype html><html><head><title>Resource not found</title></head></html>';
  switch (form) {
    case '404-object':
      return json(404, { statusCode: 404, message: 'Resource not found' });
    case '404-text':
      return content(404, 'text/plain; charset=utf-8', 'Resource not found');
    case '404-page':
      return content(404, 'text/html; charset=utf-8', page);
    case '405':
      return problem(405, 'Method Not Allowed');
    case '501':
      return problem(501, 'Not Implemented');
    case 'page':
      return content(200, 'text/html; charset=utf-8', page);
  }
}

/** The same sentence as the settings want it. */
function inTheFormOf(form: OperatorSettings['refusalsAs'], answer: Answer): Answer {
  if (form === 'json-string' || answer.kind !== 'content') return answer;
  const sentence: unknown = JSON.parse(answer.body);
  if (typeof sentence !== 'string') return answer;
  return form === 'text'
    ? content(answer.status, 'text/plain; charset=utf-8', sentence, answer.headers)
    : json(answer.status, { message: sentence });
}

/** Whether an answer of a write means that the write took effect (or was accepted). */
export function tookEffect(method: string, answer: Answer): boolean {
  if (method === 'GET' || answer.kind === 'hang') return false;
  const page = answer.kind === 'content' && answer.contentType.startsWith('text/html');
  return answer.status < 300 && !page;
}
