import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Problem } from '../../../../shared/problem.ts';
import { FormDialog } from '../../../components/FormDialog.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { useFocusBack } from '../frame/use-focus-back.ts';
import { useDraftsRead } from './form-drafts.ts';

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
