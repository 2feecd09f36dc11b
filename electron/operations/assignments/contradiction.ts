import type { Instant } from '../../../shared/time.ts';
import type { WriteContext } from '../../db/open.ts';
import { openIncident } from '../../db/tables/queue/incidents.ts';
import type { OperationRow } from '../../db/tables/queue/operations.ts';
import type { InstallationLog } from '../../log/append.ts';
import { announce } from '../outcomes/announce.ts';

/** Terminal states are monotone (faults.md fact 12): a result that says the opposite opens one incident. */
export function contradiction(
  context: WriteContext,
  { clock, log }: { readonly clock: { readonly now: () => Instant }; readonly log: InstallationLog },
  operation: Pick<OperationRow, 'id' | 'kind' | 'job_id'>,
  message: string | null,
): boolean {
  const at = clock.now();
  const fresh = openIncident(context, {
    operation: operation.id,
    code: 'outcome-contradicts',
    message,
    at,
  });
  if (fresh) {
    log.append(context, {
      job: operation.job_id,
      type: 'result-contradicts',
      data: { operation: operation.id, kind: operation.kind, said: message },
    });
    announce(context, operation);
  }
  return fresh;
}
