import { Checkbox, Textarea } from '@mantine/core';
import { useId, useState } from 'react';
import { reasonsFor } from '../../../../shared/domain/job-removal.ts';
import type { ViewOf } from '../../../../shared/domain/job.ts';
import { ChoiceTile, ChoiceTiles } from '../../../components/ChoiceTiles.tsx';
import { Section } from '../../../components/Section.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { useDraft } from '../../drafts/use-draft.ts';
import { useFlowOf } from '../../flow-context.ts';
import { StepFrame } from '../../frame/StepFrame.tsx';
import { useJobCall } from '../../use-job-call.ts';
import classes from './Decide.module.css';
import { countAccesses } from './access-words.ts';
import { emptyTakeOutDraft, takeOutDraft } from './leaving-drafts.ts';

const LONGEST = 500;

/** Why, and a yes that names car and Box: nothing is queued by a tap too many. */
export function Decide() {
  const text = useText();
  const { job } = useFlowOf('removal', 'swap');
  const reasonName = useId();
  const { form, change, forget } = useDraft(takeOutDraft, emptyTakeOutDraft);
  const [sure, setSure] = useState(false);
  const takeOut = useJobCall(window.boxwright.jobs.takeOut);
  const { losses } = job.removal;
  const needsWords = form.reason === 'other' && form.text.trim() === '';
  const missing =
    form.reason === null
      ? 'flow.leaving.needsReason'
      : needsWords
        ? 'flow.leaving.needsWords'
        : sure
          ? null
          : 'flow.leaving.needsSure';

  const decide = async () => {
    if (form.reason === null || losses === null || missing !== null) return;
    const reason = { code: form.reason, text: form.text };
    const answer = await takeOut.run({ jobId: job.id, reason, seenAt: losses.readAt });
    if (answer.ok) forget();
  };
  return (
    <StepFrame
      title={text(`flow.leaving.decide.${job.kind}.title`)}
      problem={takeOut.problem}
      action={{
        label: text(`flow.leaving.decide.${job.kind}.act`),
        onAct: () => void decide(),
        busy: takeOut.busy,
        missing: missing === null ? null : text(missing),
      }}
    >
      <Section title={text('flow.leaving.why')}>
        <ChoiceTiles label={text('flow.leaving.why')}>
          {reasonsFor[job.kind].map((code) => (
            <ChoiceTile
              key={code}
              name={reasonName}
              checked={form.reason === code}
              onChoose={() => change({ reason: code })}
            >
              {text(`flow.leaving.reason.${code}`)}
            </ChoiceTile>
          ))}
        </ChoiceTiles>
        <Textarea
          className={classes['words'] ?? ''}
          label={text(form.reason === 'other' ? 'flow.leaving.wordsNeeded' : 'flow.leaving.words')}
          value={form.text}
          onChange={(event) => change({ text: event.currentTarget.value })}
          autosize
          minRows={1}
          maxRows={5}
          maxLength={LONGEST}
        />
      </Section>
      <Section title={text('flow.leaving.sure')}>
        <Checkbox
          classNames={{
            root: classes['sure'] ?? '',
            body: classes['body'] ?? '',
            label: classes['says'] ?? '',
          }}
          size="lg"
          checked={sure}
          onChange={(event) => setSure(event.currentTarget.checked)}
          label={<Consequence job={job} />}
        />
      </Section>
    </StepFrame>
  );
}

/** The subject of the confirmation: this Box, this car, and the accesses that end with it. */
function Consequence({ job }: { readonly job: ViewOf<'removal' | 'swap'> }) {
  const text = useText();
  const { box, losses } = job.removal;
  const { ending, over } = countAccesses(job.removal);
  const car = job.car?.licensePlate ?? job.car?.name ?? text('common.unknown');
  const serial = box?.serialNumber ?? '';
  return (
    <>
      <strong>{text('flow.leaving.leaves', { serial, car })}</strong>
      {job.kind === 'swap' && job.box !== null && (
        <strong>{text('flow.leaving.comes', { serial: job.box.serialNumber })}</strong>
      )}
      <span>
        {losses?.source === 'none'
          ? text('flow.leaving.endUnknown')
          : ending.total === 0
            ? text('flow.leaving.endNone')
            : text('flow.leaving.end', { count: ending.total })}
        {over.total > 0 && ` ${text('flow.leaving.endOver', { count: over.total })}`}
      </span>
    </>
  );
}
