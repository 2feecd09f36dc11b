import { useCallback } from 'react';
import { create } from 'zustand';

/** A half-typed form. */
export interface FormDraft<Form> {
  readonly form: Form;
  readonly change: (change: Partial<Form>) => void;
  /** After it has been accepted. */
  readonly forget: () => void;
}

/**
 * What is typed into a form of the Directory, by what the form is about. It stays while the app is open: a form closed by
 * mistake, or left to look something up, opens again as it was. Only what differs from the beginning is kept.
 */
export function createFormDrafts<Form extends object>(): (about: string, initial: Form) => FormDraft<Form> {
  const useDrafts = create<{ readonly drafts: Readonly<Record<string, Partial<Form>>> }>(() => ({
    drafts: {},
  }));
  return (about, initial) => {
    const changes = useDrafts(({ drafts }) => drafts[about]);
    const change = useCallback(
      (part: Partial<Form>) =>
        useDrafts.setState(({ drafts }) => ({
          drafts: { ...drafts, [about]: { ...drafts[about], ...part } },
        })),
      [about],
    );
    const forget = useCallback(
      () =>
        useDrafts.setState(({ drafts }) => {
          const { [about]: _gone, ...others } = drafts;
          return { drafts: others };
        }),
      [about],
    );
    return { form: { ...initial, ...changes }, change, forget };
  };
}
