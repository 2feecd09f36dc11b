import { Button, Modal, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { LONGEST_REASON } from '../../shared/domain/checklist-limits.ts';
import type { Problem } from '../../shared/problem.ts';
import { ProblemNotice } from './ProblemNotice.tsx';
import classes from './DialogChoice.module.css';

/** Asks for the reason of an act that a supervisor reads about later. The act is possible once there is one. */
export function ReasonDialog({
  words,
  opened,
  busy,
  problem,
  onAct,
  onClose,
}: {
  readonly words: {
    readonly title: string;
    /** The consequence. */
    readonly says: ReactNode;
    readonly reason: string;
    readonly act: string;
    readonly cancel: string;
  };
  readonly opened: boolean;
  readonly busy: boolean;
  readonly problem: Problem | null;
  readonly onAct: (reason: string) => void;
  readonly onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  return (
    <Modal opened={opened} onClose={onClose} title={words.title}>
      <p>{words.says}</p>
      {problem !== null && <ProblemNotice problem={problem} />}
      <Textarea
        data-autofocus
        mt="md"
        label={words.reason}
        autosize
        minRows={2}
        maxLength={LONGEST_REASON}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <div className={classes['choice']}>
        <Button variant="default" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button loading={busy} disabled={reason.trim() === ''} onClick={() => onAct(reason)}>
          {words.act}
        </Button>
      </div>
    </Modal>
  );
}
