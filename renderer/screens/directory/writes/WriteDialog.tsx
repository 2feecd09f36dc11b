import { type ReactNode, useEffect, useRef, useState, useCallback } from 'react';
import type { z } from 'zod';
import { useStore } from 'zustand';
import type { Problem } from '../../../../shared/problem.ts';
import { FormDialog } from '../../../components/FormDialog.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { useFocusBack } from '../frame/use-focus-back.ts';
import { createDraftStore } from './draft-store.ts';

/**
 * A form that changes something at the operator. What is wrong is said at its field before anything is sent; a refusal
 * is said above the buttons, and everything typed stays.
 */
export function WriteDialog({
  title,
  act,
  says,
  danger = false,
  busy,
  problem,
  ready,
  onSubmit,
  onCancel,
  onClose,
  children,
}: {
  readonly title: string;
  /** The button. */
  readonly act: string;
  /** Its meaning, above the fields. */
  readonly says?: string;
  readonly danger?: boolean;
  readonly busy: boolean;
  readonly problem: Problem | null;
  /** Nothing in the form is wrong. */
  readonly ready: boolean;
  /** Sends it; answers whether it was accepted. */
  readonly onSubmit: () => Promise<boolean>;
  /** The person gives up what is typed; closing the dialog otherwise, perhaps by mistake, keeps it. */
  readonly onCancel?: () => void;
  readonly onClose: () => void;
  /** The fields; their argument is whether faults are shown by now. */
  readonly children: (tried: boolean) => ReactNode;
}) {
  const text = useText();
  useFocusBack();
  const [tries, setTries] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);
  const draftsRead = useDraftsRead();
  const submit = async () => {
    setTries((count) => count + 1);
    if (!ready) return;
    if (await onSubmit()) onClose();
  };
  const cancel = () => {
    onCancel?.();
    onClose();
  };
  // Text typed before the last start stands in the fields from their first moment on.
  if (!draftsRead) return null;
  return (
    <FormDialog
      title={title}
      size={600}
      {...(says === undefined ? {} : { says })}
      act={act}
      danger={danger}
      calling={{ busy, problem }}
      hint={text('directory.write.localOnly')}
      form={{ ref: form }}
      onSubmit={submit}
      onCancel={cancel}
      onClose={onClose}
    >
      {children(tries > 0)}
    </FormDialog>
  );
}

/** A half-typed form. */
interface FormDraft<Form> {
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
function useDraftsRead(): boolean {
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
