import { Button } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { RelayNote } from '../../../shared/domain/status.ts';
import { makeProblem } from '../../../shared/problem.ts';
import { useMutation } from '../../data/call.ts';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { useText } from '../../i18n/use-text.ts';
import { StatusDetail } from './StatusItem.tsx';

/** Is it about the saved work itself, and not about the relay? */
export const isOfData = ({ matter }: RelayNote): boolean =>
  matter === 'data-restored' || matter === 'data-set-back';

/** An event of this laptop's data, or on its way to the relay, shown once. */
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
