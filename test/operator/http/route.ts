import type { Answer } from './answer.ts';
import type { Call, CustomerCall } from './call.ts';

/**
 * The form of a request of this kind: which content type it needs, which query options it may carry.
 * `list-not-shown` = a list for which the spec does not say whether query options work; `strict-single` = a single read
 * that answers 400 to collection options; `loose-patch` = JSON Patch that is sent as application/json.
 */
export type RequestForm =
  | 'list'
  | 'list-not-shown'
  | 'single'
  | 'strict-single'
  | 'json'
  | 'json-patch'
  | 'loose-patch'
  | 'bare'
  | 'login';

type Common = {
  /** `METHOD /path/{template}`, the name of the operation everywhere. */
  readonly operation: string;
  readonly method: string;
  readonly segments: readonly string[];
  readonly form: RequestForm;
  /** Shown in the spec, or assumed because the spec only names it. */
  readonly basis: 'spec' | 'assumed';
};

export type Route =
  | (Common & { readonly scope: 'customer'; readonly handle: (call: CustomerCall) => Answer })
  | (Common & { readonly scope: 'manager' | 'login'; readonly handle: (call: Call) => Answer });

function common(operation: string, form: RequestForm, basis: 'spec' | 'assumed'): Common {
  const [method = '', template = ''] = operation.split(' ');
  return { operation, method, segments: template.split('/').slice(1), form, basis };
}

/** An operation of the spec in the context of one customer. */
export function spec(operation: string, form: RequestForm, handle: (call: CustomerCall) => Answer): Route {
  return { ...common(operation, form, 'spec'), scope: 'customer', handle };
}

/** An operation the spec only names, in the context of one customer. */
export function assumed(operation: string, form: RequestForm, handle: (call: CustomerCall) => Answer): Route {
  return { ...common(operation, form, 'assumed'), scope: 'customer', handle };
}

/** An operation that needs a token and no customer. */
export function withoutCustomer(
  operation: string,
  form: RequestForm,
  handle: (call: Call) => Answer,
  basis: 'spec' | 'assumed' = 'spec',
): Route {
  return { ...common(operation, form, basis), scope: 'manager', handle };
}

/** The one operation that needs the API key only. */
export function login(operation: string, handle: (call: Call) => Answer): Route {
  return { ...common(operation, 'login', 'spec'), scope: 'login', handle };
}

export type RouteMatch = { readonly route: Route; readonly params: Readonly<Record<string, string>> };

/** Finds the route of a request; literal segments win over parameters. Null when there is none. */
export function matchRoute(routes: readonly Route[], method: string, path: string): RouteMatch | null {
  const segments = path.split('/').slice(1);
  let best: RouteMatch | null = null;
  for (const route of routes) {
    if (route.method !== method || route.segments.length !== segments.length) continue;
    const params = paramsOf(route.segments, segments);
    if (params === null) continue;
    if (best === null || Object.keys(params).length < Object.keys(best.params).length)
      best = { route, params };
  }
  return best;
}

function paramsOf(template: readonly string[], segments: readonly string[]): Record<string, string> | null {
  const params: Record<string, string> = {};
  for (const [index, expected] of template.entries()) {
    const segment = segments[index] ?? '';
    if (expected.startsWith('{')) params[expected.slice(1, -1)] = decoded(segment);
    else if (expected !== segment) return null;
  }
  return params;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
