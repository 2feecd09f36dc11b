import type { OperationId } from '../../../../shared/ids.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { WriteContext } from '../../open.ts';

/** Opens an incident; false when this operation already has one of this code (spec part 6: no duplicate incident). */
export function openIncident(
  { sqlite }: WriteContext,
  incident: { operation: OperationId; code: string; message: string | null; at: Instant },
): boolean {
  return (
    sqlite
      .prepare<{ operation: OperationId; code: string; message: string | null; at: Instant }>(
        `INSERT INTO incident (operation_id, code, message, at) VALUES (@operation, @code, @message, @at)
         ON CONFLICT DO NOTHING`,
      )
      .run(incident).changes === 1
  );
}
