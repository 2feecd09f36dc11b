import type { ConfirmedBy } from '../../../shared/domain/operation.ts';
import type { Problem } from '../../../shared/problem.ts';
import type { Instant } from '../../../shared/time.ts';
import type { Bindings } from '../../db/tables/queue/dependencies.ts';

/**
 * The meaning of an answer, a result, a reconciling read or a person's decision for an operation. Every end state is reached
 * through one of these, in `applyOutcome`, and nowhere else.
 */
export type Outcome =
  | { readonly outcome: 'done'; readonly confirmedBy: ConfirmedBy; readonly bindings: Bindings }
  /** 204 on an assignment operation: accepted only. `askAt` = when to ask the operator should no result come. */
  | { readonly outcome: 'accepted'; readonly askAt: Instant }
  /** Certainly not applied; again at `notBefore` (null = as soon as the way is free). */
  | { readonly outcome: 'later'; readonly notBefore: Instant | null; readonly problem: Problem }
  /** May have been applied; read at `readAt`. */
  | { readonly outcome: 'unknown'; readonly readAt: Instant; readonly problem: Problem }
  /** A later order has taken its place, and whether it was applied in between is no longer known. */
  | { readonly outcome: 'overtaken'; readonly problem: Problem }
  /** A person must decide. */
  | { readonly outcome: 'blocked'; readonly problem: Problem }
  /** The operator reported a business failure. */
  | { readonly outcome: 'failed'; readonly problem: Problem };
