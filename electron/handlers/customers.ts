import type { ConnectionId, CustomerId } from '../../shared/ids.ts';
import type { NeedsOfCustomer } from '../../shared/ipc/calls/connect.ts';
import type { Place } from '../../shared/ipc/pushed.ts';
import type { ProfileCustomer } from '../profiles/profile.ts';
import type { Handlers } from './router.ts';

/** The `customers.*` calls. */
export function customerCalls(parts: {
  readonly show: (id: ConnectionId, place: Place | null) => Promise<void>;
  readonly needsYou: () => readonly NeedsOfCustomer[];
  readonly offered: () => Promise<readonly ProfileCustomer[]>;
  readonly add: (customer: CustomerId) => Promise<void>;
  readonly remove: (id: ConnectionId) => Promise<void>;
}): Pick<Handlers, Extract<keyof Handlers, `customers.${string}`>> {
  return {
    'customers.show': async ({ id, place }) => {
      await parts.show(id, place);
      return {};
    },
    'customers.needsYou': () => ({ customers: [...parts.needsYou()] }),
    'customers.offered': async () => ({ customers: [...(await parts.offered())] }),
    'customers.add': async ({ customerId }) => {
      await parts.add(customerId);
      return {};
    },
    'customers.remove': async ({ id }) => {
      await parts.remove(id);
      return {};
    },
  };
}
