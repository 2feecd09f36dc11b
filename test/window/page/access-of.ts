import type { Access } from '../../../shared/domain/access.ts';
import type { Role } from '../../../shared/domain/roles.ts';
import { callsBeyond, formsBeyond } from '../../../shared/ipc/contract.ts';

/** What main tells a window of this role. */
export function accessOf(role: Role, changes: Partial<Access> = {}): Access {
  return {
    role,
    startsAtBoard: false,
    pin: 'none',
    raisedUntil: null,
    refused: [...callsBeyond(role)],
    refusedForms: [...formsBeyond(role)],
    ...changes,
  };
}
