import { useCallback, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { call } from '../../bridge/call.ts';
import { useFlow } from '../flow-context.ts';
import { latestDraft, rememberDraft } from './latest-drafts.ts';

/** How long typing may rest before it is written down. */
const DELAY_MS = 300;

/** A half-typed form. */
export interface Draft<Form> {
  readonly form: Form;
  /** Changes some fields, or makes them out of the form as it is. */
  readonly change: (change: Partial<Form> | ((form: Form) => Partial<Form>)) => void;
  /** After the form has become a step of the job. */
  readonly forget: () => void;
}

/**
 * The form of this step, as it was left: saved while it is typed, at the latest when the step or the window is left, so
 * that neither a crash nor a look at another step costs a keystroke. A draft of an older build that does not parse is empty.
 */
export function useDraft<Form extends object>(schema: z.ZodType<Form>, empty: Form): Draft<Form> {
  const { job, step } = useFlow();
  const [form, setForm] = useState(() => parsed(schema, latestDraft(job, step)) ?? empty);
  const current = useRef(form);
  const timer = useRef<number | null>(null);

  const save = useCallback(
    (draft: string | null) => {
      if (timer.current !== null) window.clearTimeout(timer.current);
      timer.current = null;
      rememberDraft(job.id, step, draft);
      void call(window.boxwright.jobs.saveDraft, { jobId: job.id, step, draft });
    },
    [job.id, step],
  );

  useEffect(() => {
    const flush = () => {
      if (timer.current !== null) save(JSON.stringify(current.current));
    };
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [save]);

  const change = useCallback(
    (part: Partial<Form> | ((form: Form) => Partial<Form>)) => {
      const changed = typeof part === 'function' ? part(current.current) : part;
      current.current = { ...current.current, ...changed };
      setForm(current.current);
      if (timer.current !== null) window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => save(JSON.stringify(current.current)), DELAY_MS);
    },
    [save],
  );

  const forget = useCallback(() => {
    current.current = empty;
    setForm(empty);
    save(null);
  }, [empty, save]);

  return { form, change, forget };
}

function parsed<Form>(schema: z.ZodType<Form>, draft: string | null): Form | null {
  if (draft === null) return null;
  try {
    const result = schema.safeParse(JSON.parse(draft));
    return result.success ? result.data : null;
  } catch {
    return null;
  }
}
