import { Skeleton } from '@mantine/core';
import type { QueueLine } from '../../../shared/domain/operation-commands.ts';
import type { Instant } from '../../../shared/time.ts';
import { OperationBadge } from '../../components/StateBadge.tsx';
import { useSay } from '../../i18n/use-text.ts';
import { useFacts } from './use-facts.ts';
import { LINE_HEIGHT } from './window-of.ts';
import classes from './QueueList.module.css';

/** One operation in the list: its sentence, how it stands, and why. */
export function QueueRow({
  seq,
  index,
  count,
  line,
  active,
  opened,
  now,
  onOpen,
}: {
  readonly seq: number;
  readonly index: number;
  readonly count: number;
  /** Null while it is being read. */
  readonly line: QueueLine | null;
  readonly active: boolean;
  readonly opened: boolean;
  readonly now: Instant;
  readonly onOpen: (line: QueueLine) => void;
}) {
  const say = useSay();
  const facts = useFacts(now);
  const stuck = line !== null && (line.group === 'needs-you' || line.state === 'held');
  return (
    <div
      id={`operation-${seq}`}
      role="option"
      aria-selected={opened}
      aria-posinset={index + 1}
      aria-setsize={count}
      className={classes['row']}
      style={{ top: index * LINE_HEIGHT, height: LINE_HEIGHT }}
      data-active={active || undefined}
      data-opened={opened || undefined}
      data-needs={line?.group === 'needs-you' ? line.state : undefined}
      onClick={() => {
        if (line !== null) onOpen(line);
      }}
    >
      {line === null ? (
        <Skeleton height={20} width="60%" />
      ) : (
        <>
          <div className={classes['words']}>
            <p className={classes['sentence']} title={say(line.sentence)}>
              {say(line.sentence)}
            </p>
            <p className={classes['facts']}>
              {stuck && line.says !== null ? say(line.says) : facts(line).join(' · ')}
            </p>
          </div>
          {/* A done operation may still need a person, for an incident after it: it is not shown in green. */}
          <OperationBadge
            state={line.group === 'needs-you' && line.state === 'done' ? 'blocked' : line.state}
            reportedBy={line.reportedBy}
          />
        </>
      )}
    </div>
  );
}
