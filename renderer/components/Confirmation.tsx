import { Button, Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Problem } from '../../shared/problem.ts';
import { ProblemNotice } from './ProblemNotice.tsx';
import { Stack } from './layout.tsx';
import classes from './Dialog.module.css';

/** Asks before something that cannot be taken back, and names its consequence. Focus is on staying as one is. */
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
  calling,
  onYes,
  onClose,
}: {
  readonly open: boolean;
  readonly title: string;
  /** The subject, in its own words. */
  readonly about?: string;
  /** The consequence, a sentence or a few. */
  readonly says: readonly string[];
  /** The things that go, as a list, where a sentence does not hold them. */
  readonly children?: ReactNode;
  readonly yes: string;
  readonly no: string;
  readonly danger?: boolean;
  /** False while something that yes needs is missing. */
  readonly ready?: boolean;
  /** The call behind yes. */
  readonly calling: { readonly busy: boolean; readonly problem: Problem | null };
  readonly onYes: () => Promise<{ readonly ok: boolean }>;
  readonly onClose: () => void;
}) {
  const answer = async () => {
    const { ok } = await onYes();
    if (ok) onClose();
  };
  return (
    <Modal opened={open} onClose={onClose} title={title} size={520}>
      <Stack gap="1-half">
        {about !== undefined && <p className={classes['about']}>{about}</p>}
        {says.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {children}
        {calling.problem !== null && <ProblemNotice problem={calling.problem} />}
        <Group justify="flex-end" gap={8} mt={8}>
          <Button variant="default" data-autofocus onClick={onClose}>
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
