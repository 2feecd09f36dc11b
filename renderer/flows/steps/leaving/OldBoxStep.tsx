import { IconBoxOff } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { looksLikeSerial } from '../../../../shared/domain/serial.ts';
import type { LeavingBox } from '../../../../shared/domain/job-removal.ts';
import { ChoiceTile, ChoiceTiles } from '../../../components/ChoiceTiles.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { ProblemNotice } from '../../../components/ProblemNotice.tsx';
import { RowsSkeleton } from '../../../components/RowsSkeleton.tsx';
import { Section } from '../../../components/Section.tsx';
import { Serial } from '../../../components/Serial.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { useAnswer } from '../../../data/answer.ts';
import { useDraft } from '../../drafts/use-draft.ts';
import { useFlowOf } from '../../flow-context.ts';
import { StepFrame } from '../../frame/StepFrame.tsx';
import { useJobCall } from '../../use-job-call.ts';
import { SerialField } from '../box/SerialField.tsx';
import { emptyOldBoxDraft, oldBoxDraft } from './leaving-drafts.ts';
import classes from './OldBoxStep.module.css';

/** The Box that leaves: the known one in the car, or the label of the one that is there. */
export function OldBoxStep() {
  const text = useText();
  const { job, goOn } = useFlowOf('removal', 'swap');
  const name = useId();
  const field = useRef<HTMLInputElement>(null);
  const { form, change, forget } = useDraft(oldBoxDraft, emptyOldBoxDraft);
  const asked = useAnswer(window.boxwright.jobs.boxesInCar, { jobId: job.id });
  const choose = useJobCall(window.boxwright.jobs.chooseLeavingBox);
  const boxes = asked.value?.boxes ?? [];
  const { removal } = job;
  const fixed = removal.operation !== null && job.carFixed;
  const serial = form.serial.trim();
  const malformed = serial !== '' && !looksLikeSerial(serial);
  const only = boxes.length === 1 ? (boxes[0]?.productId ?? null) : null;
  const picked = serial === '' ? (form.picked ?? removal.box?.productId ?? only) : null;
  const ready = serial === '' ? picked !== null : !malformed;

  const take = async () => {
    if (fixed) return goOn(job);
    const box =
      serial === '' ? (picked === null ? null : { productId: picked }) : { serialNumber: form.serial };
    if (box === null) return;
    const answer = await choose.run({ jobId: job.id, box });
    if (!answer.ok) return;
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
        missing: ready ? null : text('flow.leaving.needsBox'),
        takesFocus: picked !== null,
      }}
    >
      <Section title={text('flow.leaving.inCar')}>
        {asked.problem !== null && (
          <ProblemNotice problem={asked.problem} tone="attention" onAgain={asked.refetch} />
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
          value={form.serial}
          onChange={(next) => change({ serial: next })}
          error={malformed ? text('flow.box.malformed') : null}
          hint={text('flow.leaving.byLabelSays')}
          needed={null}
        />
      </Section>
    </StepFrame>
  );
}

/** The Box, and who says that it is in this car. */
function Known({ box }: { readonly box: LeavingBox }) {
  const text = useText();
  return (
    <span className={classes['box']}>
      <Serial serial={box.serialNumber} size="lg" />
      {box.sapNumber !== null && <span className={classes['sap']}>{box.sapNumber}</span>}
      <span className={classes['reported']}>
        {box.reportedAt === null || box.reported === 'person'
          ? text('flow.leaving.reported.person')
          : text(`flow.leaving.reported.${box.reported}`, { at: box.reportedAt })}
      </span>
    </span>
  );
}
