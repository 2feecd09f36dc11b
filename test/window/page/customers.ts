import type { ConnectedCustomer } from '../../../shared/domain/status.ts';
import { connectionId } from '../../../shared/ids.ts';
import { NOW } from './at-rest.ts';

/** A customer of the laptop, whose queue is online and empty. */
export const connectedCustomer = (
  number: number,
  name: string,
  changes: Partial<ConnectedCustomer> = {},
): ConnectedCustomer => ({
  id: connectionId.parse(`uat-0123456789ab/${number}`),
  environment: 'uat',
  name,
  isShown: false,
  connection: { state: 'online', since: NOW },
  problem: null,
  needPerson: 0,
  unfinished: 0,
  ...changes,
});
