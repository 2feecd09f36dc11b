import type { CarId, UserId } from '../../../../shared/ids.ts';
import type { Chosen } from '../picking/chosen.ts';

/** Whose accesses they are. */
export type AccessOwner =
  | { readonly of: 'car'; readonly car: Chosen<CarId> }
  | { readonly of: 'user'; readonly user: Chosen<UserId> };
