import { Button, Radio } from '@mantine/core';
import { IconLifebuoy } from '@tabler/icons-react';
import { useState } from 'react';
import type { SilentJob } from '../../../shared/ipc/calls/job-transfer.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { Stack, Text } from '../../components/layout.tsx';
import { useMutation } from '../../data/call.ts';
import { setJob } from '../../data/jobs.ts';
import { useAnswer, useQuery } from '../../data/lookup.ts';
import { useMay } from '../../data/status.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { navigate } from '../../navigation/route.ts';

const nothing = {};
const topics = ['status', 'profile'] as const;

/** The jobs of the crew's silent laptops; renders nothing if there are none. */
export function OtherJobs() {
  const text = useText();
  const may = useMay();
  const others = useQuery(window.boxwright.rescue.status, nothing, topics).value?.others ?? 0;
  const [open, setOpen] = useState(false);
  if (others === 0 || !may('rescue.take')) return null;
  return (
    <>
      <Button
        variant="subtle"
        leftSection={<IconLifebuoy size={20} stroke={1.8} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {text('rescue.home', { count: others })}
      </Button>
      {open && <RescueDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** Chooses one of these jobs, shows what is known about its laptop, and continues the job here. */
function RescueDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const list = useAnswer(window.boxwright.rescue.list, nothing);
  const taking = useMutation(window.boxwright.rescue.take);
  const [id, setId] = useState<string | null>(null);
  const jobs = list.value?.jobs ?? [];
  const chosen = jobs.find(({ jobId }) => jobId === id) ?? null;
  const take = async () => {
    if (chosen === null) return;
    const answer = await taking.run({ jobId: chosen.jobId, turn: chosen.turn });
    if (!answer.ok) return;
    setJob(answer.value);
    onClose();
    navigate({ screen: 'job', jobId: answer.value.id });
  };
  return (
    <FormDialog
      title={text('rescue.title')}
      size={640}
      says={text('rescue.says')}
      act={text('rescue.act')}
      calling={{ busy: taking.busy, problem: taking.problem ?? list.problem }}
      ready={chosen !== null}
      onSubmit={take}
      onClose={onClose}
    >
      <Radio.Group value={id} onChange={setId} aria-label={text('rescue.title')}>
        <Stack gap="1-half">
          {jobs.map((job) => (
            <SilentJobRow key={job.jobId} job={job} />
          ))}
        </Stack>
      </Radio.Group>
      {list.value !== null && jobs.length === 0 && <p>{text('rescue.none')}</p>}
      {(list.value?.otherCrews ?? 0) > 0 && (
        <Text as="p" size="small" quiet>
          {text('rescue.otherCrews', { count: list.value?.otherCrews ?? 0 })}
        </Text>
      )}
      {chosen !== null && <Consequences job={chosen} />}
    </FormDialog>
  );
}

function SilentJobRow({ job }: { readonly job: SilentJob }) {
  const text = useText();
  const format = useFormat();
  const { jobId, car, kind, laptop, worker, step, keptAt } = job;
  return (
    <Radio
      value={jobId}
      label={text('rescue.job', {
        car: car === '' ? text('rescue.noCar') : car,
        kind: text(`flow.kind.${kind}`),
      })}
      description={text(worker === '' ? 'rescue.ofLaptop' : 'rescue.ofWorker', {
        laptop,
        worker,
        step: text(`step.${step}`),
        at: format.dateTime(keptAt),
      })}
    />
  );
}

/** Acts that the dead laptop may have done since its last mirror. */
function Consequences({ job }: { readonly job: SilentJob }) {
  const text = useText();
  const format = useFormat();
  const { laptop, seenAt, open, testUntil } = job;
  return (
    <Stack gap="1">
      <p>{text('rescue.seen', { laptop, at: format.dateTime(seenAt) })}</p>
      {open > 0 && <p>{text('rescue.open', { count: open })}</p>}
      {testUntil !== null && <p>{text('rescue.test', { at: format.dateTime(testUntil) })}</p>}
      <p>{text('rescue.photos')}</p>
    </Stack>
  );
}
