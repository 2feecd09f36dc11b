import { useCallback, useEffect } from 'react';
import type { z } from 'zod';
import { useStore } from 'zustand';
import { createDraftStore, type Typed } from './draft-store.ts';

/** An unfinished form, saved as a draft. */
interface FormDraft<Form> {
  readonly form: Form;
  readonly change: (change: Partial<Form>) => void;
  /** The form as it is now, also where this component was not rendered since the last change. */
  readonly latest: () => Form;
  /** Discards the draft after the form was accepted or cancelled. */
  readonly forget: () => void;
}

const kept = createDraftStore({
  drafts: (input) => window.boxwright.edits.drafts(input),
  save: (input) => window.boxwright.edits.saveDraft(input),
});

/**
 * Reads the drafts of the last run on first use.
 *
 * @returns whether they were read
 */
export function useDraftsRead(): boolean {
  useEffect(() => kept.start(), []);
  return useStore(kept.store, ({ read }) => read);
}

/**
 * Drafts of the forms with this name, by subject. They are saved while the person types, so a form that was closed by
 * mistake, left, or open at a power failure reopens unchanged. Only changed fields are saved; fields that the schema
 * rejects are dropped.
 */
export function createFormDrafts<Form extends object>(
  name: string,
  // Not the whole schema, whose comparison takes the compiler seconds.
  schema: Pick<z.ZodType<Form>, 'safeParse'>,
): (about: string, initial: Form) => FormDraft<Form> {
  return (about, initial) => {
    const key = `${name} ${about}`;
    const typed = useStore(kept.store, ({ drafts }) => drafts[key]);
    useEffect(() => {
      window.addEventListener('pagehide', kept.flush);
      return () => {
        window.removeEventListener('pagehide', kept.flush);
        kept.flush();
      };
    }, []);
    const change = useCallback((part: Partial<Form>) => kept.change(key, { ...part }), [key]);
    const forget = useCallback(() => kept.forget(key), [key]);
    const formOf = (part: Typed | undefined) => schema.safeParse({ ...initial, ...part }).data ?? initial;
    const latest = () => formOf(kept.store.getState().drafts[key]);
    return { form: formOf(typed), change, latest, forget };
  };
}
