import type { Access, Role } from '../../../shared/domain/people.ts';
import { callsBeyond, formsBeyond } from '../../../shared/ipc/contract.ts';

/** Main's answer about the role of a window. */
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
