import { Button, Progress, SegmentedControl, TextInput } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { type RemovalState, removalSubject, type RemovalSubject } from '../../../shared/domain/removal.ts';
import { useMutation } from '../../data/call.ts';
import { Card, Section } from '../../components/Section.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { useRemoval } from '../../data/tasks.ts';
import { ReceivedRemovals, SentRemovals } from './RemovalOrders.tsx';
import { RemovalFound } from './RemovalFound.tsx';
import { Row, Text } from '../../components/layout.tsx';
import end from './SectionEnd.module.css';
import { SettingRow } from './SettingRow.tsx';
import { useMay } from '../../data/status.ts';

/** Removal of personal data: search by subject, preview, permanent removal. */
export function RemovalSettings() {
  const text = useText();
  const format = useFormat();
  const subjectId = useId();
  const { value, problem, refetch } = useRemoval();
  const removalSearch = useMutation(window.boxwright.removal.look);
  const forget = useMutation(window.boxwright.removal.forget);
  const [subject, setSubject] = useState<RemovalSubject>('person');
  const [words, setWords] = useState('');
  const task = value?.task ?? null;
  const findings = value?.findings ?? null;
  const removed = value?.removed ?? null;
  const lookUp = (event: FormEvent) => {
    event.preventDefault();
    if (task === null && words.trim() !== '') void removalSearch.run({ subject, words });
  };
  const maySearch = useMay()('removal.look');
  // An installer only decides about received orders, so without orders the section is hidden.
  if (!maySearch && (value === null || value.received.length + value.sent.length === 0)) return null;
  return (
    <Section title={text('removal.title')}>
      {maySearch && (
        <Card padded={false}>
          <form onSubmit={lookUp}>
            <SettingRow label={text('removal.subject.label')} labelId={subjectId} says={text('removal.says')}>
              <SegmentedControl
                aria-labelledby={subjectId}
                value={subject}
                disabled={task !== null}
                onChange={(chosen) => setSubject(removalSubject.parse(chosen))}
                data={removalSubject.options.map((one) => ({
                  value: one,
                  label: text(`removal.subject.${one}`),
                }))}
              />
            </SettingRow>
            <SettingRow label={text(`removal.words.${subject}`)} says={text(`removal.wordsSays.${subject}`)}>
              <TextInput
                w="100%"
                aria-label={text(`removal.words.${subject}`)}
                value={words}
                maxLength={200}
                spellCheck={false}
                autoComplete="off"
                disabled={task !== null}
                onChange={({ currentTarget }) => setWords(currentTarget.value)}
              />
            </SettingRow>
            <Row gap="2" align="center" justify="end" className={end['foot']}>
              {task === null ? (
                <Button type="submit" variant="default" disabled={words.trim() === ''}>
                  {text('removal.look')}
                </Button>
              ) : (
                <RemovalProgress task={task} onStop={() => void forget.run({})} />
              )}
            </Row>
          </form>
        </Card>
      )}
      {value !== null && <ReceivedRemovals received={value.received} busy={task !== null} />}
      {value !== null && <SentRemovals sent={value.sent} />}
      {removalSearch.problem !== null && <ProblemNotice problem={removalSearch.problem} />}
      {problem !== null && <ProblemNotice problem={problem} onRetry={refetch} />}
      {maySearch && findings !== null && task?.what !== 'look' && (
        <RemovalFound key={findings.digest} findings={findings} busy={task !== null} />
      )}
      {removed !== null && (
        <Text as="p" quiet breaks above="1" role="status">
          {text('removal.removed', {
            entries: format.number(removed.entries),
            jobs: format.number(removed.jobs),
            photos: format.number(removed.photos),
          })}
        </Text>
      )}
    </Section>
  );
}

function RemovalProgress({
  task: { what, done, total },
  onStop,
}: {
  readonly task: NonNullable<RemovalState['task']>;
  readonly onStop: () => void;
}) {
  const text = useText();
  const format = useFormat();
  const word =
    what === 'remove'
      ? text('removal.removing')
      : text('removal.looking', { done: format.number(done), total: format.number(total ?? done) });
  return (
    <>
      <Text as="div" grow narrow tabular role="status">
        <p>{word}</p>
        {total !== null && <Progress value={total === 0 ? 100 : (100 * done) / total} aria-label={word} />}
      </Text>
      {what === 'look' && (
        <Button variant="default" onClick={onStop}>
          {text('removal.stop')}
        </Button>
      )}
    </>
  );
}
