import type { ReactNode } from 'react';
import type { CallName } from '../../shared/ipc/contract.ts';
import { useMay } from '../data/status.ts';

/** An act that is there for those who may ask main for it, and for others not at all. `strictest`: every form of the call. */
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
