import { TextInput } from '@mantine/core';
import { IconBoxOff } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { LONGEST_REASON } from '../../../../shared/domain/checklist.ts';
import { foldSerial, looksLikeSerial } from '../../../../shared/domain/serial.ts';
import type { LeavingBox } from '../../../../shared/domain/job-removal.ts';
import type { JobId } from '../../../../shared/ids.ts';
import { ChoiceTile, ChoiceTiles } from '../../../components/ChoiceTiles.tsx';
import { EmptyState, RowsSkeleton } from '../../../components/EmptyState.tsx';
import { ProblemNotice } from '../../../components/ProblemNotice.tsx';
import { Section } from '../../../components/Section.tsx';
import { Serial } from '../../../components/figures.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { useAnswer } from '../../../data/lookup.ts';
import { usePlanOfJob } from '../../../data/planned.ts';
import { useDraft } from '../../drafts/use-draft.ts';
import { useFlowOf, useJobCall } from '../../flow-context.ts';
import { StepFrame } from '../../frame/StepFrame.tsx';
import { SerialField } from '../box/SerialField.tsx';
import { emptyOldBoxDraft, oldBoxDraft } from './leaving.ts';
import { Stack, Text } from '../../../components/layout.tsx';
import classes from './Leaving.module.css';

/** The Box that leaves: the one known in the car, or the serial on the label of the Box found there. */
export function OldBoxStep() {
  const text = useText();
  const { job, advance: goOn } = useFlowOf('removal', 'swap');
  const name = useId();
  const field = useRef<HTMLInputElement>(null);
  const { form, change, forget } = useDraft(oldBoxDraft, emptyOldBoxDraft);
  const asked = useAnswer(window.boxwright.jobs.boxesInCar, { jobId: job.id });
  const choose = useJobCall(window.boxwright.jobs.chooseLeavingBox);
  /** The serial that main refused because another Box is planned. */
  const [refused, setRefused] = useState<string | null>(null);
  const boxes = asked.value?.boxes ?? [];
  const { removal } = job;
  const fixed = removal.operation !== null && job.carFixed;
  const planned = useLeavingPlan(job.id);
  const asPlanned = boxes.find(({ serialNumber }) => isSame(serialNumber, planned)) ?? null;
  // A planned Box that is not listed in the car is prefilled in the field of the label.
  const unlisted = asked.value !== null && asPlanned === null && removal.box === null ? planned : '';
  const typed = form.serial ?? (form.picked === null ? unlisted : '');
  const serial = typed.trim();
  const malformed = serial !== '' && !looksLikeSerial(serial);
  const only = boxes.length === 1 ? (boxes[0]?.productId ?? null) : null;
  const usual = removal.box?.productId ?? asPlanned?.productId ?? only;
  const picked = serial === '' ? (form.picked ?? usual) : null;
  const number =
    boxes.find(({ productId }) => productId !== null && productId === picked)?.serialNumber ?? '';
  // A label may show another number of the planned Box, so main decides whether a reason is needed.
  const isOther =
    serial === '' ? planned !== '' && number !== '' && !isSame(number, planned) : refused === serial;
  const unexplained = isOther && form.reason.trim() === '';
  const ready = serial === '' ? picked !== null : !malformed;

  const take = async () => {
    if (fixed) return goOn(job);
    const box = serial === '' ? (picked === null ? null : { productId: picked }) : { serialNumber: serial };
    if (box === null) return;
    const answer = await choose.run({ jobId: job.id, box, reason: isOther ? form.reason : '' });
    if (!answer.ok) {
      if (answer.error.code === 'leaving-box-not-planned') setRefused(serial);
      return;
    }
    forget();
    goOn(answer.value);
  };
  if (fixed && removal.box !== null) {
    return (
      <StepFrame
        title={text('flow.leaving.titleBox')}
        lead={text('flow.leaving.boxFixed')}
        action={{ label: text('common.continue'), onAct: () => goOn(job), takesFocus: true }}
      >
        <Section title={text('flow.leaving.inCar')}>
          <Known box={removal.box} />
        </Section>
      </StepFrame>
    );
  }
  return (
    <StepFrame
      title={text('flow.leaving.whichBox')}
      problem={choose.problem}
      action={{
        label: text('flow.leaving.takeThis'),
        onAct: () => void take(),
        busy: choose.busy,
        missing: ready
          ? unexplained
            ? text('flow.leaving.needsOtherReason')
            : null
          : text('flow.leaving.needsBox'),
        takesFocus: picked !== null,
      }}
    >
      <Section title={text('flow.leaving.inCar')}>
        {asked.problem !== null && (
          <ProblemNotice problem={asked.problem} tone="attention" onRetry={asked.refetch} />
        )}
        {asked.value === null && asked.problem === null && <RowsSkeleton rows={1} height={88} />}
        {asked.value !== null && boxes.length === 0 && (
          <EmptyState icon={IconBoxOff} title={text('flow.leaving.noBox')}>
            {text(asked.value.checked ? 'flow.leaving.noBoxSays' : 'flow.leaving.noBoxUnchecked')}
          </EmptyState>
        )}
        {boxes.length > 0 && (
          <ChoiceTiles label={text('flow.leaving.inCar')}>
            {boxes.map((box) => (
              <ChoiceTile
                key={box.serialNumber}
                name={name}
                checked={picked !== null && box.productId === picked}
                onChoose={() => change({ picked: box.productId, serial: '' })}
              >
                <Known box={box} />
              </ChoiceTile>
            ))}
          </ChoiceTiles>
        )}
      </Section>
      <Section title={text('flow.leaving.byLabel')}>
        <SerialField
          ref={field}
          value={typed}
          onChange={(next) => change({ serial: next })}
          error={malformed ? text('flow.box.malformed') : null}
          hint={text('flow.leaving.byLabelSays')}
          needed={null}
        />
      </Section>
      {isOther && (
        <TextInput
          mt="md"
          label={text('flow.leaving.otherReason')}
          description={text('flow.leaving.otherSays', { planned })}
          inputWrapperOrder={['label', 'input', 'description']}
          value={form.reason}
          maxLength={LONGEST_REASON}
          onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
        />
      )}
    </StepFrame>
  );
}

const isSame = (number: string, planned: string): boolean => foldSerial(number) === foldSerial(planned);

/** The serial of the Box that leaves by the office's plan; '' = none. */
function useLeavingPlan(job: JobId): string {
  const work = usePlanOfJob(job)?.work;
  return work === undefined || work.kind === 'installation' ? '' : work.leaves;
}

/** The Box, and the source that says that it is in this car. */
function Known({ box }: { readonly box: LeavingBox }) {
  const text = useText();
  return (
    <Stack as="span" gap="hair" className={classes['box']}>
      <Serial serial={box.serialNumber} size="lg" />
      {box.sapNumber !== null && (
        <Text size="small" weight="regular" quiet mono>
          {box.sapNumber}
        </Text>
      )}
      <Text weight="regular" quiet size="small" line="inherit">
        {box.reportedAt === null || box.reported === 'person'
          ? text('flow.leaving.reported.person')
          : text(`flow.leaving.reported.${box.reported}`, { at: box.reportedAt })}
      </Text>
    </Stack>
  );
}
