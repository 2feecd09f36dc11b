import { Textarea, TextInput } from '@mantine/core';
import { type ChangeEvent, useState } from 'react';
import {
  type Correction,
  type CorrectionForm,
  type OperationDetail,
  seenOf,
} from '../../../shared/domain/operation-commands.ts';
import { LONGEST_REASON } from '../../../shared/domain/checklist.ts';
import { useMutation } from '../../data/call.ts';
import { Confirmation } from '../../components/Confirmation.tsx';
import { useSay, useText } from '../../i18n/use-text.ts';
import { typedValue, valueTyped } from './typed-value.ts';
import { Stack } from '../../components/layout.tsx';

const inputType = {
  text: 'text',
  'optional-text': 'text',
  serial: 'text',
  vin: 'text',
  moment: 'datetime-local',
  'open-moment': 'datetime-local',
  address: 'email',
} as const satisfies Readonly<Record<Exclude<CorrectionForm, 'long-text'>, string>>;

/** The correctable fields of an operation with their present values. */
export function CorrectDialog({
  detail: { operation, corrections },
  onClose,
}: {
  readonly detail: OperationDetail;
  readonly onClose: () => void;
}) {
  const text = useText();
  const say = useSay();
  const correct = useMutation(window.boxwright.queue.correct);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  // The operation at the opening of the dialog, so that a parallel correction is not overwritten.
  const [opened] = useState({ operation, corrections });
  const [reason, setReason] = useState('');
  // Set after the label of the Box was found to show another number; the correction then needs a reason.
  const [asksWhy, setAsksWhy] = useState(false);
  if (correct.problem?.code === 'box-refused' && !asksWhy) setAsksWhy(true);
  const shown = (each: Correction) => typed[each.field] ?? typedValue(each);
  const save = () =>
    correct.run({
      operationId: opened.operation.id,
      seen: seenOf(opened.operation),
      reason,
      values: Object.fromEntries(
        opened.corrections
          .filter(({ field }) => typed[field] !== undefined)
          .map((each) => [each.field, valueTyped(each, shown(each))]),
      ),
    });
  return (
    <Confirmation
      open
      title={text('queue.correctTitle')}
      about={say(opened.operation.sentence)}
      says={[text(opened.operation.state === 'blocked' ? 'queue.correctSends' : 'queue.correctSays')]}
      yes={text('queue.correctYes')}
      no={text('common.cancel')}
      calling={correct}
      onYes={save}
      onClose={onClose}
    >
      <Stack gap="2">
        {opened.corrections.map((each) => {
          const common = {
            label: text(`queue.field.${each.field}`),
            value: shown(each),
            autoComplete: 'off',
            spellCheck: false,
            onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
              const { value } = event.currentTarget;
              setTyped((before) => ({ ...before, [each.field]: value }));
            },
          };
          return each.form === 'long-text' ? (
            <Textarea key={each.field} {...common} autosize minRows={2} maxRows={8} />
          ) : (
            <TextInput key={each.field} {...common} type={inputType[each.form]} />
          );
        })}
        {asksWhy && (
          <TextInput
            label={text('flow.box.forceReason')}
            value={reason}
            required
            maxLength={LONGEST_REASON}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
      </Stack>
    </Confirmation>
  );
}
