import { Radio } from '@mantine/core';
import { useState } from 'react';
import { type Candidate, type OperationDetail, seenOf } from '../../../shared/domain/operation-commands.ts';
import { useMutation } from '../../data/call.ts';
import { Confirmation } from '../../components/Confirmation.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { RowsSkeleton } from '../../components/EmptyState.tsx';
import { useFormat } from '../../format/use-format.ts';
import type { TextKey } from '../../i18n/text-keys.ts';
import { useSay, useText } from '../../i18n/use-text.ts';
import { useAnswer } from '../../data/answer.ts';
import { WhichNumber } from './WhichNumber.tsx';
import classes from './OperationActs.module.css';

const questions = {
  done: { title: 'queue.decideDoneTitle', says: 'queue.decideDoneSays' },
  notDone: { title: 'queue.decideNotDoneTitle', says: 'queue.decideNotDoneSays' },
  exists: { title: 'queue.decideExistsTitle', says: 'queue.decideWhich' },
  missing: { title: 'queue.decideMissingTitle', says: 'queue.decideMissingSays' },
} as const satisfies Record<string, { readonly title: TextKey; readonly says: TextKey }>;

/** A person's word about what may have been applied: what it means, and where it matters, which one at the operator it is. */
export function DecideDialog({
  detail: { operation, bringsId, namedByNumber },
  wasDone,
  onClose,
}: {
  readonly detail: OperationDetail;
  readonly wasDone: boolean;
  readonly onClose: () => void;
}) {
  const text = useText();
  const say = useSay();
  const decide = useMutation(window.boxwright.queue.decide);
  const [adopt, setAdopt] = useState<number | null>(null);
  const [seen] = useState(() => seenOf(operation));
  const chooses = wasDone && bringsId;
  const asked = questions[wasDone ? 'done' : 'notDone'];
  const named = questions[wasDone ? 'exists' : 'missing'];
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

function Candidates({
  operation,
  chosen,
  onChoose,
}: {
  readonly operation: OperationDetail['operation'];
  readonly chosen: number | null;
  readonly onChoose: (id: number | null) => void;
}) {
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
      <div className={classes['fields']}>
        {value.candidates.map((each) => (
          <Radio key={each.id} value={String(each.id)} label={each.label} description={factsOf(each)} />
        ))}
        <Radio value="" label={text('queue.candidateNone')} />
      </div>
    </Radio.Group>
  );
}
