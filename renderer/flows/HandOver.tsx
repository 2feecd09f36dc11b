import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JobView } from '../../shared/domain/job.ts';
import { SHORTEST_PASSPHRASE } from '../../shared/ipc/calls/job-transfer.ts';
import { NavigationRail } from '../navigation/NavigationRail.tsx';
import { navigate } from '../navigation/route.ts';
import { CarLine } from '../components/CarLine.tsx';
import { PageLayout } from '../components/PageLayout.tsx';
import { PrimaryAction } from '../components/PrimaryAction.tsx';
import { useText } from '../i18n/use-text.ts';
import { useMutation } from '../data/call.ts';
import { FormDialog } from '../components/FormDialog.tsx';
import { setJob } from '../data/jobs.ts';
import { useQuery } from '../data/lookup.ts';
import { Verdict } from './frame/Verdict.tsx';
import { JobHistory } from './known/KnownFrame.tsx';
import { Block } from '../components/layout.tsx';

/**
 * A job that was handed over to another laptop, or that another laptop continues because this one was silent. Here
 * it is read-only. A lost hand-over file can be written again.
 */
export function HandedOver({ job }: { readonly job: JobView }) {
  const text = useText();
  const [asking, setAsking] = useState(false);
  const [savedAs, setSavedAs] = useState<string | null>(null);
  const { continuedOn } = job;
  return (
    <PageLayout
      ofCustomer
      rail={<NavigationRail />}
      title={text(continuedOn === undefined ? 'handOver.givenTitle' : 'rescue.continuedTitle')}
      known={<JobHistory history={job.history} />}
      action={
        <PrimaryAction
          label={text('flow.finish.home')}
          takesFocus
          onAct={() => navigate({ screen: 'home' })}
          back={
            continuedOn === undefined && (
              <Button variant="default" size="lg" onClick={() => setAsking(true)}>
                {text('handOver.again')}
              </Button>
            )
          }
        />
      }
    >
      {job.car !== null && <CarLine car={job.car} />}
      <Block above="3">
        <Verdict tone="attention">
          {continuedOn === undefined
            ? text('handOver.givenSays')
            : text('rescue.continuedSays', { laptop: continuedOn })}
        </Verdict>
      </Block>
      {savedAs !== null && <p role="status">{text('handOver.saved', { path: savedAs })}</p>}
      <GiveJob job={job} opened={asking} onClose={() => setAsking(false)} onSaved={setSavedAs} />
    </PageLayout>
  );
}

/** The content of the file by kind of job. */
const says = {
  installation: 'handOver.giveSays',
  removal: 'handOver.giveSaysRemoval',
  swap: 'handOver.giveSaysLeaving',
} as const;

const nothing = {};

/** Asks for a passphrase and a place, after the consequence of the transfer. */
export function GiveJob({
  job,
  opened,
  onClose,
  onSaved,
}: {
  readonly job: JobView;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onSaved?: (path: string) => void;
}) {
  const text = useText();
  const giving = useMutation(window.boxwright.handover.give);
  const [passphrase, setPassphrase] = useState('');
  const [receiver, setReceiver] = useState('');
  const laptop = useQuery(window.boxwright.handover.laptop, nothing, []).value;
  const enough = passphrase.trim().length >= SHORTEST_PASSPHRASE;
  const give = async () => {
    const answer = await giving.run({ jobId: job.id, passphrase: passphrase.trim(), receiver });
    if (!answer.ok || answer.value.path === null) return;
    onSaved?.(answer.value.path);
    onClose();
    setJob(answer.value.job);
  };
  return (
    <FormDialog
      title={text('handOver.give')}
      opened={opened}
      size={560}
      says={text(says[job.kind])}
      act={text('handOver.act')}
      calling={giving}
      ready={enough}
      onSubmit={give}
      onClose={onClose}
    >
      <TextInput
        label={text('handOver.passphrase')}
        description={text('handOver.passphraseSays')}
        value={passphrase}
        onChange={(event) => setPassphrase(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        data-autofocus
      />
      {!job.handedOver && (
        <TextInput
          label={text('handOver.receiver')}
          description={text(
            laptop?.needsReceiver === true ? 'handOver.receiverNeeded' : 'handOver.receiverSays',
          )}
          value={receiver}
          onChange={(event) => setReceiver(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          maxLength={50}
        />
      )}
    </FormDialog>
  );
}
