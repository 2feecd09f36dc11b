import type { ReactNode } from 'react';
import type { CallName } from '../../shared/ipc/contract.ts';
import { useMay } from '../data/status.ts';

/**
 * Shows an act only to people who may ask main for it. `strictest` requires the permission for every form of the call.
 */
export function May({
  ask,
  strictest = false,
  children,
}: {
  readonly ask: CallName;
  readonly strictest?: boolean;
  readonly children: ReactNode;
}) {
  const may = useMay();
  return may(ask, strictest) ? children : null;
}
