import type { SupervisionRow } from '../../../../shared/domain/supervision.ts';

/** The most important reason why a job is excluded from the bulk approval. */
export type NotApproved =
  | 'approved-already'
  | 'rework'
  | 'log-fault'
  | 'needs-person'
  | 'not-finished'
  | 'unconfirmed'
  | 'access-open'
  | 'not-proved'
  | 'forced'
  | 'risk';

/** Splits the jobs into those for the bulk approval and the others with their reasons. */
export function sortedForApproval(rows: readonly SupervisionRow[]): {
  readonly green: readonly SupervisionRow[];
  readonly others: readonly { readonly row: SupervisionRow; readonly why: NotApproved }[];
} {
  const sorted = rows.map((row) => ({ row, why: blockerOf(row) }));
  return {
    green: sorted.flatMap(({ row, why }) => (why === null ? [row] : [])),
    others: sorted.flatMap(({ row, why }) => (why === null ? [] : [{ row, why }])),
  };
}

function blockerOf(row: SupervisionRow): NotApproved | null {
  if (row.review.state === 'approved') return 'approved-already';
  if (row.review.state === 'rework') return 'rework';
  if (row.green) return null;
  if (row.logFault) return 'log-fault';
  if (row.state === 'needs-person') return 'needs-person';
  if (row.state === 'under-way' || row.state === 'handed-over' || row.state === 'discarded')
    return 'not-finished';
  if (row.state === 'unconfirmed') return 'unconfirmed';
  if (row.openAccess !== null) return 'access-open';
  if (row.proof.state !== 'proven' && row.proof.state !== 'not-needed') return 'not-proved';
  return row.forced > 0 ? 'forced' : 'risk';
}
