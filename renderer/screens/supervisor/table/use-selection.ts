import { useMemo, useState } from 'react';
import { create } from 'zustand';
import { type SupervisionRow, LARGEST_WINDOW } from '../../../../shared/domain/supervision.ts';
import type { JobId } from '../../../../shared/ids.ts';
import type { Problem } from '../../../../shared/problem.ts';
import type { Result } from '../../../../shared/result.ts';
import { call } from '../../../data/call.ts';
import type { AskedView } from '../board-view.ts';
import type { TableRows } from './table-rows.ts';

type Rows = ReadonlyMap<JobId, SupervisionRow>;
const nothing: Rows = new Map();

const useKept = create<{ readonly filter: string; readonly rows: Rows }>(() => ({
  filter: '',
  rows: nothing,
}));

/**
 * The selected jobs, kept while a job is open and in any sort order. A selection made under another filter is ignored,
 * because no act may affect rows that are out of sight.
 */
export function useSelection(
  filter: string,
  { pages }: TableRows,
): {
  readonly selected: Rows;
  readonly select: (rows: Rows) => void;
  readonly toggle: (row: SupervisionRow) => void;
} {
  const rows = useKept((kept) => (kept.filter === filter ? kept.rows : nothing));
  return {
    selected: useMemo(() => asRead(rows, pages), [rows, pages]),
    select: (chosen) => useKept.setState({ filter, rows: chosen }),
    toggle: (row) =>
      useKept.setState((kept) => {
        const next = new Map(kept.filter === filter ? kept.rows : nothing);
        if (!next.delete(row.jobId)) next.set(row.jobId, row);
        return { filter, rows: next };
      }),
  };
}

/** Replaces selected rows by newer reads, because the state of a job decides which acts are allowed. */
function asRead(rows: Rows, pages: TableRows['pages']): Rows {
  if (rows.size === 0) return nothing;
  const now = new Map(rows);
  for (const page of pages.values()) {
    for (const row of page) if (now.has(row.jobId)) now.set(row.jobId, row);
  }
  return now;
}

/** Upper bound of jobs that are approved at once. */
export const MOST_SELECTED = 5000;

/** Reads every row of a view, up to `MOST_SELECTED`; null when a read fails, and `problem` has the reason. */
export function useSelectAll(view: AskedView) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const read = async (): Promise<ReadonlyMap<JobId, SupervisionRow> | null> => {
    setBusy(true);
    const answer = await everyRow(view);
    setBusy(false);
    setProblem(answer.ok ? null : answer.error);
    return answer.ok ? answer.value : null;
  };
  return { busy, problem, read };
}

async function everyRow(view: AskedView): Promise<Result<ReadonlyMap<JobId, SupervisionRow>, Problem>> {
  const found = new Map<JobId, SupervisionRow>();
  for (let offset = 0; offset < MOST_SELECTED; offset += LARGEST_WINDOW) {
    const answer = await call(window.boxwright.supervision.installations, {
      ...view,
      offset,
      limit: LARGEST_WINDOW,
    });
    if (!answer.ok) return answer;
    for (const row of answer.value.rows) found.set(row.jobId, row);
    if (answer.value.rows.length < LARGEST_WINDOW) break;
  }
  return { ok: true, value: found };
}
