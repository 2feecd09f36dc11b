import { Popover, UnstyledButton, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconInfoCircle } from '@tabler/icons-react';
import type { RelayNote } from '../../../shared/domain/status.ts';
import { makeProblem } from '../../../shared/problem.ts';
import { useMutation } from '../../data/call.ts';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { useText } from '../../i18n/use-text.ts';
import { Text } from '../../components/layout.tsx';
import classes from './StatusBar.module.css';

/** One item of the status bar. */
export function StatusItem({ icon, children }: { readonly icon?: ReactNode; readonly children: ReactNode }) {
  return (
    <Text fixed className={classes['item']}>
      {icon}
      {children}
    </Text>
  );
}

/** An item of the status bar with details; a tap opens them. */
export function StatusDetail({
  label,
  tone,
  children,
}: {
  readonly label: ReactNode;
  readonly tone: 'attention' | 'trouble';
  readonly children: ReactNode;
}) {
  return (
    <Popover width={440} position="top-start" shadow="md" trapFocus>
      <Popover.Target>
        <UnstyledButton className={classes['detail']} data-tone={tone}>
          {label}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes['dropdown'] ?? ''}>{children}</Popover.Dropdown>
    </Popover>
  );
}

/** Whether the note concerns the database itself, and not the relay. */
export const isOfData = ({ matter }: RelayNote): boolean =>
  matter === 'data-restored' || matter === 'data-set-back';

/** An event about this laptop's database or about the upload to the relay, shown once. */
export function NoteToRead({ note }: { readonly note: RelayNote }) {
  const text = useText();
  const read = useMutation(window.boxwright.app.readRelayNote);
  return (
    <StatusDetail
      tone="attention"
      label={
        <>
          <IconInfoCircle size={16} aria-hidden />
          <span>{text(isOfData(note) ? 'status.dataNote' : 'status.relayNote')}</span>
        </>
      }
    >
      <ProblemNotice problem={makeProblem(note.matter, { count: note.count })} tone="attention">
        <Button
          variant="default"
          loading={read.busy}
          onClick={() => void read.run({ matter: note.matter, at: note.at })}
        >
          {text('status.relayNoteRead')}
        </Button>
      </ProblemNotice>
    </StatusDetail>
  );
}
