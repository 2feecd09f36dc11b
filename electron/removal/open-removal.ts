import type { Clock } from '../../shared/clock.ts';
import { HOUR, MINUTE } from '../../shared/time.ts';
import { createBeside } from '../db/beside.ts';
import type { Supervising } from '../supervision/open-supervising.ts';
import { createRemovalDesk, type RemovalDesk, type RemovalParts } from './desk.ts';
import { sayingWithin } from './sought.ts';

/** The desk of an open profile, with the supervisor's side beside it. */
export function openRemoval({
  supervising,
  ...parts
}: Omit<RemovalParts, 'removeFromCopies' | 'beside'> & { readonly supervising: Supervising }): RemovalDesk {
  return createRemovalDesk({
    ...parts,
    beside: createBeside,
    removeFromCopies: (says) => {
      supervising.views.removeSaying(sayingWithin(says));
      return supervising.copies.applyRemoval();
    },
  });
}

/** Looks every hour whether the time of an order has come; the answer ends it. */
export function carryOutInTime(
  removal: Pick<RemovalDesk, 'carryOutDue'>,
  clock: Pick<Clock, 'setTimer'>,
  report: (cause: unknown) => void,
): () => void {
  let cancel: () => void = () => undefined;
  const look = () => {
    removal.carryOutDue().catch(report);
    cancel = clock.setTimer(look, HOUR);
  };
  cancel = clock.setTimer(look, MINUTE);
  return () => cancel();
}
