import { useCallback, useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { useFlow } from '../flow-context.ts';
import { latestDraft, saveDraft } from './latest-drafts.ts';
import { readJson } from '../../../shared/parsing.ts';

/** Debounce delay before typed text is saved. */
const DELAY_MS = 300;

/** An unfinished form, saved as a draft. */
export interface Draft<Form> {
  readonly form: Form;
  /** Changes some fields; a function receives the current form. */
  readonly change: (change: Partial<Form> | ((form: Form) => Partial<Form>)) => void;
  /** Discards the draft after the form became a step of the job. */
  readonly forget: () => void;
}

/**
 * The form of this step as it was left. Saves are debounced and flushed when the step or the window is left, so that a
 * crash costs no keystroke. From a draft of another build, every field that still parses is kept; the others come from
 * `empty`.
 */
export function useDraft<Form extends object>(schema: FormSchema<Form>, empty: Form): Draft<Form> {
  const { job, step } = useFlow();
  const [form, setForm] = useState(() => parsed(schema, latestDraft(job, step), empty));
  const current = useRef(form);
  const timer = useRef<number | null>(null);

  const save = useCallback(
    (draft: string | null) => {
      if (timer.current !== null) window.clearTimeout(timer.current);
      timer.current = null;
      void saveDraft(job.id, step, draft);
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

/** The compiler takes seconds to compare a whole schema with `z.ZodType`. */
type Schema<Value> = Pick<z.ZodType<Value>, 'safeParse'>;
/** An object schema, so that a draft is parsed field by field. */
type FormSchema<Form> = Schema<Form> & { readonly shape: Readonly<Record<string, Schema<unknown>>> };

const anyFields = z.record(z.string(), z.unknown());

function parsed<Form>(schema: FormSchema<Form>, draft: string | null, empty: Form): Form {
  const fields = anyFields.safeParse(draft === null ? null : readJson(draft));
  if (!fields.success) return empty;
  const kept = Object.entries(schema.shape).filter(
    ([name, field]) => Object.hasOwn(fields.data, name) && field.safeParse(fields.data[name]).success,
  );
  const form = schema.safeParse({
    ...empty,
    ...Object.fromEntries(kept.map(([name]) => [name, fields.data[name]])),
  });
  return form.success ? form.data : empty;
}
