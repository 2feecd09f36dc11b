import { useCallback, useEffect } from 'react';
import type { z } from 'zod';
import { useStore } from 'zustand';
import { createDraftStore } from './draft-store.ts';

/** A half-typed form. */
export interface FormDraft<Form> {
  readonly form: Form;
  readonly change: (change: Partial<Form>) => void;
  /** After it has been accepted or cancelled. */
  readonly forget: () => void;
}

const kept = createDraftStore({
  drafts: (input) => window.boxwright.edits.drafts(input),
  save: (input) => window.boxwright.edits.saveDraft(input),
});

/** Whether what was typed before the last start is here; asks for it when it is not. */
export function useDraftsRead(): boolean {
  useEffect(() => kept.start(), []);
  return useStore(kept.store, ({ read }) => read);
}

/**
 * The typed values of the forms of this name, by subject. They are saved on this laptop while they are typed: a form
 * closed by mistake, left to look something up, or on screen when the power failed opens again as it was. Only what was
 * changed is kept; what does not fit the form any more is let go.
 */
export function createFormDrafts<Form extends object>(
  name: string,
  schema: z.ZodType<Form>,
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
    const form = schema.safeParse({ ...initial, ...typed });
    return { form: form.success ? form.data : initial, change, forget };
  };
}
