import type { RouterParts } from '../../../electron/handlers/router.ts';
import { createLeastByInput } from '../../../electron/handlers/least-by-input.ts';

/** A router's parts for a window that may do everything. */
export const asAdministrator: Pick<RouterParts, 'role' | 'leastByInput'> = {
  role: () => 'administrator',
  leastByInput: createLeastByInput(() => null),
};
