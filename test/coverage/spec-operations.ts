/** One operation of the spec as this table counts it: `METHOD /path/{template}`, or a webhook's receiver. */
export interface SpecOperation {
  readonly operation: string;
  /** Shown in part 4 with its own line, the token request, a receiver of ours, or only named. */
  readonly shown: 'endpoint' | 'token' | 'webhook' | 'named';
  /** How the spec names an operation for which it shows no path; the path is an assumption then. */
  readonly namedAs?: string;
}

const endpoint = (operation: string): SpecOperation => ({ operation, shown: 'endpoint' });
const named = (operation: string, namedAs: string): SpecOperation => ({ operation, shown: 'named', namedAs });

/**
 * Every operation of the spec, parts 2 to 9: the one list of this table that is written by hand. A test holds it against
 * the spec's own tables.
 */
export const specOperations: readonly SpecOperation[] = [
  { operation: 'POST /oauth2/token', shown: 'token' },

  endpoint('GET /customers'),

  endpoint('PUT /cars'),
  endpoint('GET /cars'),
  endpoint('GET /cars/{carId}'),
  endpoint('PATCH /cars/{carId}'),
  endpoint('GET /cars/{carId}/assignments'),

  endpoint('GET /users'),
  endpoint('GET /users/{userId}'),
  endpoint('GET /users/{userId}/assignments'),
  endpoint('DELETE /users/assignments/customers'),

  endpoint('PUT /assignments'),
  endpoint('GET /assignments/{assignmentId}'),
  endpoint('PATCH /assignments/{assignmentId}'),
  endpoint('DELETE /assignments/{assignmentId}'),

  endpoint('PUT /installations'),
  endpoint('DELETE /installations'),

  endpoint('PUT /groups'),
  endpoint('PATCH /groups/{groupId}'),
  endpoint('PUT /groups/{groupId}/cars'),
  endpoint('GET /groups/{groupId}/cars'),
  endpoint('PUT /groups/{groupId}/users'),
  endpoint('GET /groups/{groupId}/products'),
  endpoint('PUT /groups/{groupId}/products'),
  endpoint('DELETE /groups/{groupId}/services/{serviceId}'),

  endpoint('GET /services/{serviceId}'),
  endpoint('GET /services/{serviceId}/products'),

  endpoint('GET /brands/{brand}/keys'),

  endpoint('PUT /events'),

  { operation: 'POST /webhooks/assignmentCreatedResult', shown: 'webhook' },
  { operation: 'POST /webhooks/assignmentUpdatedResult', shown: 'webhook' },
  { operation: 'POST /webhooks/assignmentDeletedResult', shown: 'webhook' },

  named('GET /groups', '`GET /groups`'),
  named('GET /groups/{groupId}/services', '`GET /groups/{groupId}/services`'),
  named('GET /events/{eventId}', '`GET /events/{eventId}`'),
  named('GET /brands', 'the brands list'),
  named('GET /cars/{carId}/products', 'the products-of-car read'),
  named('GET /products/{productId}', 'the single-product read'),
  named('DELETE /groups/{groupId}', 'group deletion'),
];
