import { Button, Progress, TextInput } from '@mantine/core';
import { useState } from 'react';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { LogState, LogVerdict } from '../../../shared/domain/trust.ts';
import { useMutation } from '../../data/call.ts';
import { Card, Section } from '../../components/Section.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { RowsSkeleton } from '../../components/EmptyState.tsx';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { useLog } from '../../data/tasks.ts';
import { SettingRow } from './SettingRow.tsx';
import { Block, Row, Text } from '../../components/layout.tsx';
import classes from './LogSettings.module.css';
import end from './SectionEnd.module.css';

/** This laptop's installation log: its length, its integrity, and an export for an external check. */
export function LogSettings() {
  const text = useText();
  const format = useFormat();
  const { value, problem, refetch } = useLog();
  const check = useMutation(window.boxwright.log.check);
  const save = useMutation(window.boxwright.log.save);
  const [known, setKnown] = useState('');
  const [saved, setSaved] = useState<string | null>(null);
  const saveLog = async () => {
    setSaved(null);
    const answer = await save.run({});
    if (answer.ok) setSaved(answer.value.path);
  };
  const wrong = check.problem ?? save.problem ?? problem;
  if (value === null) {
    return (
      <Section title={text('log.title')}>
        {problem === null ? <RowsSkeleton rows={2} /> : <ProblemNotice problem={problem} onRetry={refetch} />}
      </Section>
    );
  }
  const { newest, task, verdict } = value;
  const empty = newest === null;
  return (
    <Section title={text('log.title')}>
      <Card padded={false}>
        <SettingRow
          label={
            empty
              ? text('log.none')
              : text('log.newestAt', { number: format.number(newest.number), at: format.dateTime(newest.at) })
          }
          says={text('log.says')}
        >
          {newest !== null && (
            <Text size="small" mono>
              {newest.hash.slice(0, 16)}…
            </Text>
          )}
        </SettingRow>
        <SettingRow label={text('log.known')} says={text('log.knownSays')}>
          <TextInput
            w="100%"
            aria-label={text('log.known')}
            value={known}
            onChange={({ currentTarget }) => setKnown(currentTarget.value)}
            disabled={empty || task !== null}
          />
        </SettingRow>
        <Row gap="2" align="center" justify="end" className={end['foot']}>
          {task === null ? (
            <>
              <Button variant="default" disabled={empty} onClick={() => void check.run({ known })}>
                {text('log.check')}
              </Button>
              <Button variant="default" disabled={empty} onClick={() => void saveLog()}>
                {text('log.save')}
              </Button>
            </>
          ) : (
            <TaskProgress task={task} />
          )}
        </Row>
      </Card>
      {wrong !== null && <ProblemNotice problem={wrong} />}
      {saved !== null && (
        <Text as="p" quiet breaks above="1" role="status">
          {text('log.saved', { path: saved })}
        </Text>
      )}
      {task === null && verdict !== null && <LogVerdictNotice verdict={verdict} />}
    </Section>
  );
}

function TaskProgress({ task: { what, done, total } }: { readonly task: NonNullable<LogState['task']> }) {
  const text = useText();
  const format = useFormat();
  const stop = useMutation(window.boxwright.log.stop);
  const word = text(what === 'check' ? 'log.checking' : 'log.saving', {
    done: format.number(done),
    total: format.number(total),
  });
  return (
    <>
      <Text as="div" grow narrow tabular>
        <p>{word}</p>
        <Progress value={total === 0 ? 100 : (100 * done) / total} aria-label={word} />
      </Text>
      <Button variant="default" onClick={() => void stop.run({})}>
        {text('log.stop')}
      </Button>
    </>
  );
}

/** The result of the log check: intact, or the first bad entry with its meaning. */
function LogVerdictNotice({ verdict }: { readonly verdict: LogVerdict }) {
  const text = useText();
  const format = useFormat();
  if (verdict.kind === 'sound') {
    return (
      <Row gap="2" above="2" className={classes['notice']} data-tone="done" role="status">
        <IconCircleCheck className={classes['icon']} size={22} stroke={2} aria-hidden />
        <Block grow narrow>
          <Text as="p" weight="strong">
            {text('log.sound', { number: format.number(verdict.head.number) })}
          </Text>
          {verdict.redacted > 0 && <p>{text('log.redacted', { count: verdict.redacted })}</p>}
          <Text as="p" mono breaks size="small" line="inherit">
            {verdict.head.number}:{verdict.head.hash}
          </Text>
        </Block>
      </Row>
    );
  }
  const { fault, number, entry, trusted } = verdict;
  return (
    <Row gap="2" above="2" className={classes['notice']} data-tone="trouble" role="alert">
      <IconAlertTriangle className={classes['icon']} size={22} stroke={2} aria-hidden />
      <Block grow narrow>
        <Text as="p" weight="strong">
          {text(`log.fault.${fault}`, { number: format.number(number) })}
        </Text>
        {entry !== null && (
          <p>
            {text('log.entry', {
              number: format.number(number),
              worker: entry.worker,
              at: format.dateTime(entry.at),
            })}
          </p>
        )}
        <p>
          {trusted === 0 ? text('log.trustedNone') : text('log.trusted', { trusted: format.number(trusted) })}
        </p>
        <p>{text('log.next')}</p>
      </Block>
    </Row>
  );
}
