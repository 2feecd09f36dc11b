import type { OperationId } from '../../../../shared/ids.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { WriteContext } from '../../open.ts';

interface Incident {
  readonly operation: OperationId;
  readonly code: string;
  readonly message: string | null;
  readonly at: Instant;
}

/**
 * Opens an incident; false when this operation already has one of this code about this assignment (spec part 6: no
 * duplicate incident). `subject`: the assignment, where an operation concerns several.
 */
export function openIncident(
  { sqlite }: WriteContext,
  { subject = 0, ...incident }: Incident & { subject?: number },
): boolean {
  return (
    sqlite
      .prepare<Incident & { subject: number }>(
        `INSERT INTO incident (operation_id, code, subject, message, at)
         VALUES (@operation, @code, @subject, @message, @at)
         ON CONFLICT DO NOTHING`,
      )
      .run({ ...incident, subject }).changes === 1
  );
}
