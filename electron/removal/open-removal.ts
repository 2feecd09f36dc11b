import { createBeside } from '../db/beside.ts';
import type { Supervising } from '../supervision/open-supervising.ts';
import { createRemovalDesk, type RemovalDesk, type RemovalParts } from './desk.ts';
import { sayingWithin } from './sought.ts';

/** The desk of an open profile, with the supervisor's side beside it. */
export function openRemoval({
  supervising,
  ...parts
}: Omit<RemovalParts, 'heed' | 'beside'> & { readonly supervising: Supervising }): RemovalDesk {
  return createRemovalDesk({
    ...parts,
    beside: createBeside,
    heed: (says) => {
      supervising.views.removeSaying(sayingWithin(says));
      return supervising.copies.heedRemoval();
    },
  });
}
