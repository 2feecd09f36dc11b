import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { GiveBackCarKey, TakeCarKey } from '../../renderer/components/CarKeyDialog.tsx';
import { Confirmation } from '../../renderer/components/Confirmation.tsx';
import { FormDialog } from '../../renderer/components/FormDialog.tsx';
import { ReasonDialog } from '../../renderer/components/ReasonDialog.tsx';
import { KeysHelp } from '../../renderer/components/KeyHint.tsx';
import { ProxyLoginButton } from '../../renderer/components/credentials.tsx';
import { BeginSeries } from '../../renderer/components/series/BeginSeries.tsx';
import { WorkerDialog } from '../../renderer/components/WorkerForm.tsx';
import { useText } from '../../renderer/i18n/use-text.ts';
import { jobNumber } from '../window/page/jobs.ts';
import type { GalleryEntry } from './Frame.tsx';

const CAR_JOB = jobNumber(1);

/** A dialog behind a button of its name. */
function Opened({ children }: { readonly children: (close: () => void) => ReactNode }) {
  const text = useText();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {text('common.continue')}
      </Button>
      {open && children(() => setOpen(false))}
    </>
  );
}

function Confirming() {
  const text = useText();
  return (
    <Opened>
      {(close) => (
        <Confirmation
          open
          danger
          title={text('flow.discard.title')}
          says={[text('flow.discard.says')]}
          yes={text('flow.discard.act')}
          no={text('common.cancel')}
          calling={{ busy: false, problem: null }}
          onYes={async () => ({ ok: true })}
          onClose={close}
        />
      )}
    </Opened>
  );
}

function Form() {
  const text = useText();
  return (
    <Opened>
      {(close) => (
        <FormDialog
          title={text('worker.addTitle')}
          says={text('handOver.takeSays')}
          act={text('worker.saveChange')}
          hint={text('directory.write.localOnly')}
          calling={{ busy: false, problem: null }}
          onSubmit={async () => close()}
          onClose={close}
        >
          <TextInput data-autofocus label={text('worker.name')} />
        </FormDialog>
      )}
    </Opened>
  );
}

function Reason() {
  const text = useText();
  const words = {
    title: text('flow.frame.skip'),
    says: text('flow.restore.skipSays'),
    reason: text('flow.frame.skipReason'),
    act: text('flow.frame.skipYes'),
    cancel: text('flow.frame.skipNo'),
  };
  return (
    <Opened>
      {(close) => (
        <ReasonDialog words={words} opened busy={false} problem={null} onAct={close} onClose={close} />
      )}
    </Opened>
  );
}

function TakingKey() {
  return <Opened>{(close) => <TakeCarKey job={CAR_JOB} proposed="Board 3" onClose={close} />}</Opened>;
}

function GivingKeyBack() {
  const held = { number: 1, which: '', from: 'Board 3', at: 1 };
  return <Opened>{(close) => <GiveBackCarKey job={CAR_JOB} held={held} onClose={close} />}</Opened>;
}

function Keys() {
  const text = useText();
  return (
    <Opened>
      {(close) => (
        <KeysHelp
          title={text('flow.leaving.accesses')}
          keys={[
            ['mod+K', text('common.continue')],
            ['escape', text('common.cancel')],
          ]}
          onClose={close}
        />
      )}
    </Opened>
  );
}

function Series() {
  const text = useText();
  return (
    <Opened>
      {(close) => (
        <BeginSeries like={null} opened onClose={close}>
          {text('flow.restore.lead')}
        </BeginSeries>
      )}
    </Opened>
  );
}

/** Dialogs, each behind a button. */
export const dialogEntries: readonly GalleryEntry[] = [
  { name: 'Confirmation', show: Confirming },
  { name: 'FormDialog', show: Form },
  { name: 'ReasonDialog', show: Reason },
  { name: 'CarKeyDialog', show: TakingKey },
  { name: 'CarKeyDialog given back', show: GivingKeyBack },
  { name: 'KeysHelp', show: Keys },
  {
    name: 'WorkerDialog',
    show: () => <Opened>{(close) => <WorkerDialog worker="Bay 3 Tester" open onClose={close} />}</Opened>,
  },
  { name: 'BeginSeries', show: Series },
  { name: 'ProxyLogin', show: () => <ProxyLoginButton /> },
];
