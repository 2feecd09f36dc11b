import { useCallback, useEffect, useRef, useState } from 'react';
import type { ChecklistTemplate } from '../../../shared/domain/checklist.ts';
import { call } from '../../data/call.ts';
import { beginEditing, edited, redone, undone } from './editing.ts';

const DELAY_MS = 300;

/** The state of the editor: every step can be undone, and unsaved changes survive a restart. */
export function useEditing(saved: ChecklistTemplate, begun: ChecklistTemplate | null) {
  const [editing, setEditing] = useState(() => beginEditing(begun ?? saved));
  const { present } = editing;
  const waiting = useRef<number | null>(null);
  const latest = useRef(present);
  const { id } = saved;

  /** Saves the draft at once. */
  const keepNow = useCallback(() => {
    if (waiting.current !== null) window.clearTimeout(waiting.current);
    waiting.current = null;
    void call(window.boxwright.checklists.saveDraft, { id, draft: JSON.stringify(latest.current) });
  }, [id]);
  const keep = useCallback(() => {
    if (waiting.current !== null) keepNow();
  }, [keepNow]);
  useEffect(() => {
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [keep]);

  const take = useCallback(
    (next: typeof editing) => {
      setEditing(next);
      latest.current = next.present;
      if (waiting.current !== null) window.clearTimeout(waiting.current);
      waiting.current = window.setTimeout(keep, DELAY_MS);
    },
    [keep],
  );
  /** Discards the pending draft before the template is saved, or after it was thrown away. */
  const forget = useCallback(() => {
    if (waiting.current !== null) window.clearTimeout(waiting.current);
    waiting.current = null;
  }, []);

  return {
    template: present,
    changed: JSON.stringify(present) !== JSON.stringify(saved),
    change: (next: ChecklistTemplate, field: string | null) => take(edited(editing, next, field)),
    undo: editing.past.length === 0 ? null : () => take(undone(editing)),
    redo: editing.future.length === 0 ? null : () => take(redone(editing)),
    /** Restores the saved template and discards the draft. */
    throwAway: () => {
      forget();
      setEditing(beginEditing(saved));
      latest.current = saved;
      void call(window.boxwright.checklists.saveDraft, { id, draft: null });
    },
    forget,
    keepNow,
  };
}
