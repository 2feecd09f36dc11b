import type { OperationId } from '../../../../shared/ids.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { WriteContext } from '../../open.ts';

/**
 * It may have been sent although this file does not know it: looked up before anything else happens to it, at once or when its
 * turn comes. `context`: by what it is recognised, where it has nothing yet.
 */
export function doubtOperation(
  { sqlite }: WriteContext,
  id: OperationId,
  doubt: { readonly at: Instant; readonly context: string | null; readonly problem: string },
): void {
  sqlite
    .prepare<typeof doubt & { id: OperationId }>(
      `UPDATE operation SET context = coalesce(context, @context),
         maybe_sent_at = CASE WHEN state = 'awaiting-result' THEN maybe_sent_at ELSE @at END,
         problem = CASE WHEN state = 'ready' THEN @problem ELSE problem END,
         state = CASE WHEN state = 'ready' THEN 'unknown' ELSE state END,
         unknown_tries = CASE WHEN state IN ('sending', 'awaiting-result') THEN unknown_tries ELSE unknown_tries + 1 END,
         not_before = CASE WHEN state IN ('ready', 'unknown', 'awaiting-result') THEN NULL ELSE not_before END,
         negative_reads = 0
       WHERE id = @id`,
    )
    .run({ ...doubt, id });
}
