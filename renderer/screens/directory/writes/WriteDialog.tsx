import { type ReactNode, useEffect, useRef, useState, useCallback } from 'react';
import type { z } from 'zod';
import { useStore } from 'zustand';
import type { Problem } from '../../../../shared/problem.ts';
import { FormDialog } from '../../../components/FormDialog.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { useFocusBack } from '../frame/use-focus-back.ts';
import { createDraftStore } from './draft-store.ts';

/**
 * A form that creates an operation. A fault is shown at its field before anything is sent. A refusal is shown above the
 * buttons, and everything typed stays.
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
  /** The label of the button. */
  readonly act: string;
  /** An explanation above the fields. */
  readonly says?: string;
  readonly danger?: boolean;
  readonly busy: boolean;
  readonly problem: Problem | null;
  /** True while no field has a fault. */
  readonly ready: boolean;
  /**
   * Sends the form.
   *
   * @returns whether it was accepted
   */
  readonly onSubmit: () => Promise<boolean>;
  /** Discards the typed values. Closing the dialog in any other way, perhaps by mistake, keeps them. */
  readonly onCancel?: () => void;
  readonly onClose: () => void;
  /** Renders the fields; `tried` says whether faults are shown. */
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
  // The form is rendered only with its draft, so that text typed before the last restart is there from the start.
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

/** An unfinished form, saved as a draft. */
interface FormDraft<Form> {
  readonly form: Form;
  readonly change: (change: Partial<Form>) => void;
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
function useDraftsRead(): boolean {
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
