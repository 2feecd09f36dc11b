import { Button, Textarea, TextInput } from '@mantine/core';
import { useEffect, useState, type ChangeEvent } from 'react';
import {
  type OperationAction,
  leastToCommand,
  leastToCorrect,
  type OperationDetail,
  seenOf,
  type Correction,
  type CorrectionForm,
} from '../../../shared/domain/operation-commands.ts';
import type { Instant } from '../../../shared/time.ts';
import { LONGEST_REASON } from '../../../shared/domain/checklist.ts';
import { useMutation } from '../../data/call.ts';
import { useReaches } from '../../data/status.ts';
import { KeyHint } from '../../components/KeyHint.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { useFormat } from '../../format/use-format.ts';
import { useNow } from '../../format/use-now.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { useText, useSay } from '../../i18n/use-text.ts';
import { useShortcuts } from '../../navigation/use-shortcuts.ts';
import { DecideDialog, GiveUpDialog, HoldDialog, MoveToCarDialog, SeenDialog } from './OperationDialogs.tsx';
import { typedValue, valueTyped } from '../../components/day/typed-moment.ts';
import { Row, Text, Stack } from '../../components/layout.tsx';
import { Confirmation } from '../../components/Confirmation.tsx';

/** The acts that resume stuck work. Only these can be the first button. */
const leads: readonly OperationAction[] = ['decide-done', 'retry', 'release', 'move-to-car', 'acknowledge'];

/** The act that every role may do with every order. */
const ofEveryRole: OperationAction = 'move-to-car';

/**
 * An operation on a named object is settled as "exists" or "does not exist"; any other as "was done" or "was not done".
 */
function labelOf(action: OperationAction, { namedByNumber }: OperationDetail): TextKey {
  return namedByNumber && (action === 'decide-done' || action === 'decide-not-done')
    ? `queue.actNamed.${action}`
    : `queue.act.${action}`;
}

/** The commands as buttons and keys. An irreversible one asks first and names its consequence. */
export function OperationActs({
  detail,
  onDue,
}: {
  readonly detail: OperationDetail;
  /** Reads the operation again once an act should be accepted that was not yet. */
  readonly onDue: () => void;
}) {
  const text = useText();
  const format = useFormat();
  const [asking, setAsking] = useState<OperationAction | null>(null);
  const retry = useMutation(window.boxwright.queue.retry);
  const release = useMutation(window.boxwright.queue.release);
  const { operation, notDoneFrom, giveUpFrom } = detail;
  const least = leastToCorrect(operation.kind, operation.jobId !== null);
  const mayCorrect = useReaches(least);
  const leastForCommands = leastToCommand(operation.kind, operation.jobId !== null);
  const mayCommand = useReaches(leastForCommands);
  const actions = detail.actions.filter((action) =>
    action === 'correct' ? mayCorrect : mayCommand || action === ofEveryRole,
  );
  const withheld = withheldWord(
    detail.actions.filter((action) => !actions.includes(action)),
    least,
    leastForCommands,
  );
  const act = (action: OperationAction) => {
    const input = { operationId: operation.id, seen: seenOf(operation) };
    if (action === 'retry') void retry.run(input);
    else if (action === 'release') void release.run(input);
    else setAsking(action);
  };
  useShortcuts(actions.map((action) => [text(`letter.${action}`), () => act(action)]));
  const isNotYet = notDoneFrom !== null && actions.includes('decide-done');
  // Shown at its later place, so that no button moves when its time has come.
  const shown = actions.flatMap((action): readonly OperationAction[] =>
    isNotYet && action === 'decide-done' ? [action, 'decide-not-done'] : [action],
  );
  const leading = leads.find((action) => actions.includes(action)) ?? null;
  const problem = retry.problem ?? release.problem;
  const close = () => setAsking(null);
  return (
    <>
      {actions.length > 0 && (
        <Row gap="1" wrap>
          {shown.map((action) => (
            <Button
              key={action}
              disabled={isNotYet && action === 'decide-not-done'}
              variant={action === leading ? 'filled' : 'default'}
              loading={(action === 'retry' && retry.busy) || (action === 'release' && release.busy)}
              rightSection={<KeyHint keys={text(`letter.${action}`)} onAccent={action === leading} />}
              onClick={() => act(action)}
            >
              {text(labelOf(action, detail))}
            </Button>
          ))}
        </Row>
      )}
      {isNotYet && (
        <NotYet from={notDoneFrom} onDue={onDue}>
          {text('queue.notDoneFrom', { at: format.timeWithSeconds(notDoneFrom) })}
        </NotYet>
      )}
      {giveUpFrom !== null && mayCommand && (
        <NotYet from={giveUpFrom} onDue={onDue}>
          {text('queue.giveUpFrom', { at: giveUpFrom })}
        </NotYet>
      )}
      {withheld !== null && (
        <Text as="p" quiet>
          {text(withheld)}
        </Text>
      )}
      {problem !== null && <ProblemNotice problem={problem} />}
      {(asking === 'cancel' || asking === 'cancel-dependants') && (
        <GiveUpDialog detail={detail} all={asking === 'cancel-dependants'} onClose={close} />
      )}
      {asking === 'hold' && <HoldDialog detail={detail} onClose={close} />}
      {asking === 'correct' && <CorrectDialog detail={detail} onClose={close} />}
      {(asking === 'decide-done' || asking === 'decide-not-done') && (
        <DecideDialog detail={detail} wasDone={asking === 'decide-done'} onClose={close} />
      )}
      {asking === 'acknowledge' && <SeenDialog detail={detail} onClose={close} />}
      {asking === 'move-to-car' && <MoveToCarDialog detail={detail} onClose={close} />}
    </>
  );
}

/** Which role gives the commands that this one may not; null = none is withheld. */
function withheldWord(
  withheld: readonly OperationAction[],
  toCorrect: ReturnType<typeof leastToCorrect>,
  toCommand: ReturnType<typeof leastToCommand>,
): TextKey | null {
  if (withheld.includes('correct'))
    return toCorrect === 'installer' ? null : `queue.correctedBy.${toCorrect}`;
  return withheld.length === 0 || toCommand === 'installer' ? null : `queue.settledBy.${toCommand}`;
}

/** Why an act is not accepted yet, and from when it is. */
function NotYet({
  from,
  onDue,
  children,
}: {
  readonly from: Instant;
  readonly onDue: () => void;
  readonly children: string;
}) {
  const now = useNow();
  // Repeated each second until main says so: its clock decides.
  useEffect(() => {
    if (now >= from) onDue();
  }, [now, from, onDue]);
  return (
    <Text as="p" quiet tabular>
      {children}
    </Text>
  );
}

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
function CorrectDialog({
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
