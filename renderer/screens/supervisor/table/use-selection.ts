import { useMemo, useState } from 'react';
import { create } from 'zustand';
import { type SupervisionRow, LARGEST_WINDOW } from '../../../../shared/domain/supervision.ts';
import type { JobId } from '../../../../shared/ids.ts';
import type { Problem } from '../../../../shared/problem.ts';
import type { Result } from '../../../../shared/result.ts';
import { call } from '../../../data/call.ts';
import type { AskedView } from '../use-asked-view.ts';
import type { TableRows } from './table-rows.ts';

type Rows = ReadonlyMap<JobId, SupervisionRow>;
const nothing: Rows = new Map();

const useKept = create<{ readonly filter: string; readonly rows: Rows }>(() => ({
  filter: '',
  rows: nothing,
}));

/**
 * The jobs that are selected, kept while one of them is looked at and the table is come back to, and in any order of the
 * table. What was selected under another filter is out of sight, and nothing is done to rows out of sight.
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

/** As they stand now where they have been read again: another state decides what may be done to them. */
function asRead(rows: Rows, pages: TableRows['pages']): Rows {
  if (rows.size === 0) return nothing;
  const now = new Map(rows);
  for (const page of pages.values()) {
    for (const row of page) if (now.has(row.jobId)) now.set(row.jobId, row);
  }
  return now;
}

/** As many as are approved in one go. */
export const MOST_SELECTED = 5000;

/** Reads every row of a view, up to `MOST_SELECTED`; null when that fails, and then `problem` says why. */
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
