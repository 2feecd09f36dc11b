import { Button, getDefaultZIndex, Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { CustomerName } from './customers.tsx';
import type { Problem } from '../../shared/problem.ts';
import { ProblemNotice } from './ProblemNotice.tsx';
import { stay, useOwnProblem } from './dialog-call.ts';
import { Stack } from './layout.tsx';
import classes from './Dialog.module.css';

/** Asks before an irreversible act and names its consequence. The focus is on the button that cancels. */
export function Confirmation({
  open,
  title,
  about,
  says,
  children,
  yes,
  no,
  danger = false,
  ready = true,
  ofLaptop = false,
  overDialogs = false,
  calling,
  onYes,
  onClose,
}: {
  readonly open: boolean;
  readonly title: string;
  /** The name of the affected object. */
  readonly about?: string;
  /** The consequence in one or more sentences. */
  readonly says: readonly string[];
  /** The affected objects as a list, where there are too many for a sentence. */
  readonly children?: ReactNode;
  readonly yes: string;
  readonly no: string;
  readonly danger?: boolean;
  /** False while an input that the confirming button needs is missing. */
  readonly ready?: boolean;
  /**
   * True if the question concerns the whole laptop, or names its customer itself. Otherwise a laptop with several
   * customers shows the name of the current one.
   */
  readonly ofLaptop?: boolean;
  /** True if it may be asked while another dialog is open. */
  readonly overDialogs?: boolean;
  /** The state of the call behind the confirming button. */
  readonly calling: { readonly busy: boolean; readonly problem: Problem | null };
  readonly onYes: () => Promise<{ readonly ok: boolean }>;
  readonly onClose: () => void;
}) {
  const answer = async () => {
    const { ok } = await onYes();
    if (ok) onClose();
  };
  const problem = useOwnProblem(open, calling.problem);
  return (
    <Modal
      opened={open}
      onClose={calling.busy ? stay : onClose}
      title={title}
      size={520}
      zIndex={getDefaultZIndex('modal') + (overDialogs ? 1 : 0)}
    >
      <Stack gap="1-half">
        {!ofLaptop && <CustomerName />}
        {about !== undefined && <p className={classes['about']}>{about}</p>}
        {says.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {children}
        {problem !== null && <ProblemNotice problem={problem} />}
        <Group justify="flex-end" gap={8} mt={8}>
          <Button variant="default" data-autofocus disabled={calling.busy} onClick={onClose}>
            {no}
          </Button>
          <Button
            variant={danger ? 'danger' : 'filled'}
            loading={calling.busy}
            disabled={!ready}
            onClick={() => void answer()}
          >
            {yes}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
