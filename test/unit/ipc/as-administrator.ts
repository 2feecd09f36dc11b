import type { RouterParts } from '../../../electron/handlers/router.ts';
import { createLeastByInput, type LeastParts } from '../../../electron/handlers/access.ts';

/** A laptop without a connection, an operation or a job. */
export const emptyLaptop: LeastParts = {
  connected: () => [],
  operation: () => undefined,
  leastToRestore: () => 'installer',
};

/** A router's parts for a window that may do everything. */
export const asAdministrator: Pick<RouterParts, 'role' | 'leastByInput'> = {
  role: () => 'administrator',
  leastByInput: createLeastByInput(emptyLaptop),
};
