import { Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { LONGEST_REASON } from '../../shared/domain/checklist.ts';
import type { Problem } from '../../shared/problem.ts';
import { useOwnProblem } from './dialog-call.ts';
import { FormDialog } from './FormDialog.tsx';

/** Asks for the reason of an act that a supervisor later reviews. The button stays disabled until there is a reason. */
export function ReasonDialog({
  words,
  opened = true,
  danger = false,
  ready = true,
  busy,
  problem,
  onAct,
  onClose,
  children,
}: {
  readonly words: {
    readonly title: string;
    /** The consequence. */
    readonly says: ReactNode;
    readonly reason: string;
    readonly act: string;
    /** Left out: "Cancel". */
    readonly cancel?: string;
  };
  readonly opened?: boolean;
  readonly danger?: boolean;
  /** False while a field of `children` is empty. */
  readonly ready?: boolean;
  readonly busy: boolean;
  readonly problem: Problem | null;
  readonly onAct: (reason: string) => void;
  readonly onClose: () => void;
  /** Fields before the reason. The first of them then takes the focus. */
  readonly children?: ReactNode;
}) {
  const [reason, setReason] = useState('');
  const ownProblem = useOwnProblem(opened, problem);
  return (
    <FormDialog
      title={words.title}
      opened={opened}
      says={words.says}
      act={words.act}
      cancel={words.cancel}
      danger={danger}
      calling={{ busy, problem: ownProblem }}
      ready={ready && reason.trim() !== ''}
      onSubmit={async () => onAct(reason)}
      onClose={onClose}
    >
      {children}
      <Textarea
        data-autofocus={children === undefined || undefined}
        label={words.reason}
        autosize
        minRows={2}
        maxLength={LONGEST_REASON}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </FormDialog>
  );
}
