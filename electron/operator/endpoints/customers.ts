import { listOf } from '../../../shared/list-of.ts';
import { customer, type Customer } from '../../../shared/operator/resources.ts';
import { type ListQuery, renderQuery } from '../odata.ts';
import { type OperatorRequest, readRequest } from '../request.ts';

const customerList = listOf(customer);

/** `GET /customers`, without Customer-ID: the customers this login may reach, and the first protected call. */
export function listCustomers(query: ListQuery = {}): OperatorRequest<readonly Customer[]> {
  return readRequest({
    endpoint: 'customers.list',
    path: '/customers',
    query: renderQuery(query),
    schema: customerList,
    scope: 'none',
  });
}
