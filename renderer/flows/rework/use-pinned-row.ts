import { type RefObject, useEffect } from 'react';
import type { JobView } from '../../../shared/domain/job.ts';
import { openRequest, pinnedItem } from '../../components/review-pins.ts';

/** Brings the item that a rework request is about into view when its list appears, and answers its id. */
export function usePinnedRow(job: JobView, list: RefObject<HTMLElement | null>): string | null {
  const request = openRequest(job);
  const id = request === null ? null : (pinnedItem(job, request)?.id ?? null);
  useEffect(() => {
    if (id === null) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"]`);
    row?.scrollIntoView({ block: 'center' });
    row?.querySelector<HTMLElement>(':is(input, textarea, button)')?.focus({ preventScroll: true });
  }, [id, list]);
  return id;
}
