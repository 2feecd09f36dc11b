import { ActionIcon, Button, Loader } from '@mantine/core';
import { IconRefresh, IconCloudOff } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Section } from '../../../components/Section.tsx';
import { ProblemNotice } from '../../../components/ProblemNotice.tsx';
import { RowsSkeleton } from '../../../components/EmptyState.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { call } from '../../../data/call.ts';
import { listenToCommits } from '../../../data/topics.ts';
import { type Live, stopReading } from './live.ts';
import { Row, Text } from '../../../components/layout.tsx';
import classes from './LiveSection.module.css';

/**
 * A section of the open row that is read from the operator now: its rows, or one sentence that says why there are none.
 */
export function LiveSection<Row>({
  title,
  live,
  action,
  empty,
  counted = true,
  meanwhile,
  children,
}: {
  readonly title: string;
  readonly live: Live<Row>;
  /** The act that adds a row. It is offered even where the environment does not offer the list. */
  readonly action?: ReactNode;
  readonly empty: string;
  /** Shows the number of rows beside the title. */
  readonly counted?: boolean;
  /** Local data that is shown until the first answer. */
  readonly meanwhile?: ReactNode;
  readonly children: (rows: readonly Row[]) => ReactNode;
}) {
  const text = useText();
  const { state, rows } = live;
  return (
    <Section
      title={title}
      {...(rows === null || !counted ? {} : { count: rows.length })}
      aside={
        <Row as="span" gap="1" align="center">
          {live.at !== null && (
            <Text size="caption" quiet tabular>
              {text('directory.live.at', { at: live.at })}
            </Text>
          )}
          {state !== 'not-offered' && (
            <ActionIcon
              variant="subtle"
              className={classes['again'] ?? ''}
              size={44}
              aria-label={text('directory.live.againOf', { what: title })}
              title={text('directory.live.again')}
              loading={live.busy}
              onClick={live.refetch}
            >
              <IconRefresh size={18} stroke={2} aria-hidden />
            </ActionIcon>
          )}
          {action}
        </Row>
      }
    >
      {state === 'not-offered' && <NotOffered />}
      {state === 'stopped' && (
        <Row as="p" gap="1" align="center" quiet tall>
          {text('directory.live.stopped')}
        </Row>
      )}
      {state === 'failed' && live.problem !== null && (
        <ProblemNotice problem={live.problem} tone="attention" onRetry={live.refetch} />
      )}
      {live.reading !== null && <ReadingProgress key={live.reading} reading={live.reading} what={title} />}
      {state === 'reading' && meanwhile === undefined && <RowsSkeleton rows={2} height={64} />}
      {rows === null && meanwhile}
      {rows !== null &&
        (rows.length === 0 ? (
          <Row as="p" gap="1" align="center" quiet tall>
            {empty}
          </Row>
        ) : (
          children(rows)
        ))}
    </Section>
  );
}

/** Delay before the progress is shown, so that it does not flicker for a fast read. */
const NOTICE_AFTER_MS = 1500;

/** The progress of a slow read, and the button that stops it. The read must be the component's key. */
function ReadingProgress({ reading, what }: { readonly reading: string; readonly what: string }) {
  const text = useText();
  const [slow, setSlow] = useState(false);
  const [rows, setRows] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), NOTICE_AFTER_MS);
    const count = async () => {
      const answer = await call(window.boxwright.directory.readingProgress, { reading });
      if (answer.ok && answer.value.rows !== null) setRows(answer.value.rows);
    };
    const stopListening = listenToCommits((topics) => {
      if (topics.includes('readings')) void count();
    });
    return () => {
      clearTimeout(timer);
      stopListening();
    };
  }, [reading]);
  if (!slow) return null;
  return (
    <Row gap="1" align="center" className={classes['progress']} role="status">
      <Loader size={20} aria-hidden />
      <Text quiet tabular grow>
        {rows === 0 ? text('directory.live.slow') : text('directory.live.slowRows', { count: rows })}
      </Text>
      <Button
        variant="default"
        aria-label={text('directory.live.stopOf', { what })}
        onClick={() => stopReading(reading)}
      >
        {text('directory.live.stop')}
      </Button>
    </Row>
  );
}

/** Replaces the rows that the environment does not offer: one sentence. */
export function NotOffered() {
  const text = useText();
  return (
    <Row as="p" gap="1" align="center" quiet tall>
      <IconCloudOff size={20} stroke={1.8} aria-hidden />
      {text('directory.live.notOffered')}
    </Row>
  );
}
