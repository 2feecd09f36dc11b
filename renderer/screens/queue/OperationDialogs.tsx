import { Radio, TextInput, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { type Candidate, type OperationDetail, seenOf } from '../../../shared/domain/operation-commands.ts';
import type { DirectoryCar } from '../../../shared/domain/directory.ts';
import { makeProblem } from '../../../shared/problem.ts';
import type { Instant } from '../../../shared/time.ts';
import { err } from '../../../shared/result.ts';
import { useMutation } from '../../data/call.ts';
import { Confirmation } from '../../components/Confirmation.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { RowsSkeleton } from '../../components/EmptyState.tsx';
import { useFormat } from '../../format/use-format.ts';
import { useNow } from '../../format/use-now.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { useSay, useText } from '../../i18n/use-text.ts';
import { useAnswer } from '../../data/lookup.ts';
import { CarSelect } from '../../components/CarSelect.tsx';
import { Stack, Text } from '../../components/layout.tsx';
import classes from './OperationActs.module.css';

/* Dialogs with which a person decides about an operation. */

/** The props of a dialog that confirms a command to an operation. */
interface Asking {
  readonly detail: OperationDetail;
  readonly onClose: () => void;
}

const decisions = {
  done: { title: 'queue.decideDoneTitle', says: 'queue.decideDoneSays' },
  notDone: { title: 'queue.decideNotDoneTitle', says: 'queue.decideNotDoneSays' },
  exists: { title: 'queue.decideExistsTitle', says: 'queue.decideWhich' },
  missing: { title: 'queue.decideMissingTitle', says: 'queue.decideMissingSays' },
} as const satisfies Record<string, { readonly title: TextKey; readonly says: TextKey }>;

/**
 * A person decides whether an operation with an unknown result was applied: the consequence, and where it matters, the
 * object's number at the operator.
 */
export function DecideDialog({
  detail: { operation, bringsId, namedByNumber },
  wasDone,
  onClose,
}: Asking & { readonly wasDone: boolean }) {
  const text = useText();
  const say = useSay();
  const decide = useMutation(window.boxwright.queue.decide);
  const [adopt, setAdopt] = useState<number | null>(null);
  const [seen] = useState(() => seenOf(operation));
  const chooses = wasDone && bringsId;
  const asked = decisions[wasDone ? 'done' : 'notDone'];
  const named = decisions[wasDone ? 'exists' : 'missing'];
  return (
    <Confirmation
      open
      title={text(namedByNumber ? named.title : asked.title)}
      about={say(operation.sentence)}
      says={[text(chooses ? 'queue.decideWhich' : namedByNumber ? named.says : asked.says)]}
      yes={text('queue.decideYes')}
      no={text('common.cancel')}
      danger={!wasDone && !namedByNumber}
      ready={!(chooses && namedByNumber) || adopt !== null}
      calling={decide}
      onYes={() => decide.run({ operationId: operation.id, seen, wasDone, adopt })}
      onClose={onClose}
    >
      {chooses && namedByNumber && <WhichNumber operation={operation} chosen={adopt} onChoose={setAdopt} />}
      {chooses && !namedByNumber && <Candidates operation={operation} chosen={adopt} onChoose={setAdopt} />}
    </Confirmation>
  );
}

/** The choice of the object that the operation created at the operator. */
interface Choosing {
  readonly operation: OperationDetail['operation'];
  readonly chosen: number | null;
  readonly onChoose: (id: number | null) => void;
}

function Candidates({ operation, chosen, onChoose }: Choosing) {
  const text = useText();
  const format = useFormat();
  const { value, problem } = useAnswer(window.boxwright.queue.candidates, { operationId: operation.id });
  if (problem !== null) return <ProblemNotice problem={problem} tone="attention" />;
  if (value === null) return <RowsSkeleton rows={2} height={44} />;
  const factsOf = ({ id, facts, start, end }: Candidate) =>
    [
      ...facts,
      ...(start === null ? [] : [format.dateTime(start)]),
      ...(end === null ? [] : [format.dateTime(end)]),
      text('queue.number', { id }),
    ].join(' · ');
  return (
    <Radio.Group
      label={text('queue.candidates')}
      value={chosen === null ? '' : String(chosen)}
      onChange={(id) => onChoose(id === '' ? null : Number(id))}
    >
      <Stack gap="2">
        {value.candidates.map((each) => (
          <Radio key={each.id} value={String(each.id)} label={each.label} description={factsOf(each)} />
        ))}
        <Radio value="" label={text('queue.candidateNone')} />
      </Stack>
    </Radio.Group>
  );
}

/**
 * The number of an object that the operation knows only by name: the objects found under that name, or a number typed
 * from the operator's portal.
 */
function WhichNumber({ operation, chosen, onChoose }: Choosing) {
  const text = useText();
  const [typed, setTyped] = useState('');
  const { value, problem } = useAnswer(window.boxwright.queue.candidates, { operationId: operation.id });
  if (problem === null && value === null) return <RowsSkeleton rows={2} height={44} />;
  const found = value?.candidates ?? [];
  return (
    <Stack gap="2">
      {problem !== null && <ProblemNotice problem={problem} tone="attention" />}
      {value?.listed === false && <p>{text('queue.namedUnlisted')}</p>}
      {found.length > 0 && (
        <Radio.Group
          label={text('queue.candidates')}
          value={typed === '' && chosen !== null ? String(chosen) : ''}
          onChange={(id) => {
            setTyped('');
            onChoose(Number(id));
          }}
        >
          <Stack gap="2">
            {found.map(({ id, label }) => (
              <Radio key={id} value={String(id)} label={label} description={text('queue.number', { id })} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      <TextInput
        label={text('queue.namedNumber')}
        description={text('queue.namedHint')}
        value={typed}
        inputMode="numeric"
        autoComplete="off"
        onChange={(event) => {
          const { value: now } = event.currentTarget;
          setTyped(now);
          onChoose(numberTyped(now));
        }}
      />
    </Stack>
  );
}

function numberTyped(text: string): number | null {
  const digits = text.trim();
  return /^[1-9]\d{0,9}$/.test(digits) ? Number(digits) : null;
}

/** Confirms a cancellation: its consequence, and the names of the dependent operations. */
export function GiveUpDialog({
  detail: { operation, dependants, inDoubt },
  all,
  onClose,
}: Asking & {
  /** The operation has already ended, so only its dependents are cancelled. */
  readonly all: boolean;
}) {
  const text = useText();
  const say = useSay();
  const now = useNow();
  const cancel = useMutation(window.boxwright.queue.cancel);
  const [alsoOthers, setAlsoOthers] = useState(false);
  const count = dependants.length;
  const withOthers = all || alsoOthers;
  const says = [
    ...(all ? [] : [text('queue.giveUpSays')]),
    ...(!all && inDoubt ? [text('queue.giveUpMaybe')] : []),
    ...(count === 0 ? [] : [text(withOthers ? 'queue.giveUpAllSays' : 'queue.giveUpOthers', { count })]),
  ];
  const isTooEarly = dependants.some(({ giveUpFrom }) => giveUpFrom !== null && now < giveUpFrom);
  return (
    <Confirmation
      open
      title={text('queue.giveUpTitle')}
      about={say(operation.sentence)}
      says={says}
      yes={text('queue.giveUpYes')}
      no={text('queue.giveUpNo')}
      danger
      ready={!(withOthers && isTooEarly)}
      calling={cancel}
      onYes={() =>
        cancel.run({
          operationId: operation.id,
          seen: seenOf(operation),
          dependants: withOthers ? dependants.map(({ id }) => id) : null,
        })
      }
      onClose={onClose}
    >
      {count > 0 && (
        <Text as="ul" breaks className={classes['list']}>
          {dependants.map((each) => (
            <li key={each.id}>
              {say(each.sentence)}
              {withOthers && <Consequence of={each} now={now} />}
            </li>
          ))}
        </Text>
      )}
      {count > 0 && !all && (
        <Checkbox
          label={text('queue.giveUpToo', { count })}
          checked={alsoOthers}
          onChange={(event) => setAlsoOthers(event.currentTarget.checked)}
        />
      )}
    </Confirmation>
  );
}

/** The consequence of giving up a dependant that may be applied at the operator, or from when it can be given up. */
function Consequence({
  of: { inDoubt, giveUpFrom },
  now,
}: {
  readonly of: OperationDetail['dependants'][number];
  readonly now: Instant;
}) {
  const text = useText();
  if (giveUpFrom !== null && now < giveUpFrom) {
    return (
      <Text as="p" tone="attention">
        {text('queue.giveUpFrom', { at: giveUpFrom })}
      </Text>
    );
  }
  return (
    inDoubt && (
      <Text as="p" tone="attention">
        {text('queue.giveUpMaybe')}
      </Text>
    )
  );
}

/** Confirms a hold: the operations that continue, and those that wait for it. */
export function HoldDialog({ detail: { operation, dependants }, onClose }: Asking) {
  const text = useText();
  const say = useSay();
  const hold = useMutation(window.boxwright.queue.hold);
  const count = dependants.length;
  return (
    <Confirmation
      open
      title={text('queue.holdTitle')}
      about={say(operation.sentence)}
      says={[text('queue.holdSays'), ...(count === 0 ? [] : [text('queue.holdOthers', { count })])]}
      yes={text('queue.act.hold')}
      no={text('common.cancel')}
      calling={hold}
      onYes={() => hold.run({ operationId: operation.id, seen: seenOf(operation) })}
      onClose={onClose}
    />
  );
}

/** Confirms that a failure was seen: the operation leaves "Needs you" and stays under "Ended". Nothing is sent. */
export function SeenDialog({ detail, onClose }: Asking) {
  const text = useText();
  const say = useSay();
  const acknowledge = useMutation(window.boxwright.queue.acknowledge);
  // The state when the dialog opened; later failures do not count as seen.
  const [{ operation, dependants, unseen }] = useState(detail);
  const count = dependants.length;
  return (
    <Confirmation
      open
      title={text('queue.seenTitle')}
      about={say(operation.sentence)}
      says={[text('queue.seenSays'), ...(count === 0 ? [] : [text('queue.seenOthers', { count })])]}
      yes={text('queue.seenYes')}
      no={text('common.cancel')}
      calling={acknowledge}
      onYes={() => acknowledge.run({ operationId: operation.id, seen: seenOf(operation), incidents: unseen })}
      onClose={onClose}
    />
  );
}

/** The car was not created and will not be: asks for the car to which the dependent operations move. */
export function MoveToCarDialog({ detail: { operation, dependants }, onClose }: Asking) {
  const text = useText();
  const say = useSay();
  const move = useMutation(window.boxwright.queue.moveToCar);
  const [chosen, setChosen] = useState<DirectoryCar | null>(null);
  return (
    <Confirmation
      open
      title={text('queue.moveTitle')}
      about={say(operation.sentence)}
      says={[text('queue.moveSays', { count: dependants.length })]}
      yes={text('queue.moveYes')}
      no={text('common.cancel')}
      calling={move}
      onYes={async () => {
        if (chosen === null) return err(makeProblem('value-missing', { field: 'car' }));
        return move.run({ operationId: operation.id, seen: seenOf(operation), carId: chosen.id });
      }}
      onClose={onClose}
    >
      <Text as="ul" breaks className={classes['list']}>
        {dependants.map(({ id, sentence }) => (
          <li key={id}>{say(sentence)}</li>
        ))}
      </Text>
      <CarSelect
        label={text('queue.moveCar')}
        chosen={chosen === null ? null : { id: chosen.id, label: chosen.name }}
        onChoose={setChosen}
      />
    </Confirmation>
  );
}
