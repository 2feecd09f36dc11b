import type { Answer } from '../http/answer.ts';
import type { Call } from '../http/call.ts';
import { listOf } from './listing.ts';

/** GET /customers: the customers the API manager may reach. The one read that must come before a Customer-ID is known. */
export function listCustomers(call: Call): Answer {
  if (call.request.header('customer-id') !== null) {
    call.violated('customer-id-not-expected', 'GET /customers takes no Customer-ID.');
  }
  const rows = [...call.state.customers.values()].map(({ id, name }) => ({
    id: call.settings.customerIdsAs === 'string' ? String(id) : id,
    name,
  }));
  return listOf(call, rows, ['id', 'name']);
}
