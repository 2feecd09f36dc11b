import { useState } from 'react';
import { LARGEST_WINDOW, type SupervisionRow } from '../../../../shared/domain/supervision.ts';
import type { JobId } from '../../../../shared/ids.ts';
import type { Problem } from '../../../../shared/problem.ts';
import type { Result } from '../../../../shared/result.ts';
import { call } from '../../../data/call.ts';
import type { AskedView } from '../use-asked-view.ts';

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
