import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Problem } from '../../../../shared/problem.ts';
import { FormDialog } from '../../../components/FormDialog.tsx';
import { useDraftsRead } from '../../../data/form-drafts.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useFocusBack } from '../../../components/use-focus.ts';

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
      form={{ ref: form, 'data-keeps-text': onCancel === undefined ? undefined : true }}
      onSubmit={submit}
      onCancel={cancel}
      onClose={onClose}
    >
      {children(tries > 0)}
    </FormDialog>
  );
}
