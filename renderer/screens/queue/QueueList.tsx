import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Skeleton } from '@mantine/core';
import type { QueueLine } from '../../../shared/domain/operation-commands.ts';
import type { OperationId } from '../../../shared/ids.ts';
import type { Instant } from '../../../shared/time.ts';
import { useText, useSay } from '../../i18n/use-text.ts';
import { useQuery } from '../../data/lookup.ts';
import { queueTopics } from '../../data/topics.ts';
import { OperationBadge } from '../../components/StateBadge.tsx';
import { LINE_HEIGHT, stepOf, windowOf } from './queue-rows.ts';
import { useFacts } from './use-facts.ts';
import { Row, Text } from '../../components/layout.tsx';
import classes from './QueueList.module.css';

/**
 * The rows of the Queue. Only visible rows are rendered and read, so that ten thousand scroll smoothly. The list is one
 * tab stop: arrows move, Enter opens.
 */
export function QueueList({
  seqs,
  brought,
  opened,
  now,
  onOpen,
  onHeld,
}: {
  readonly seqs: readonly number[];
  /** Rows that arrived with the order. */
  readonly brought: readonly QueueLine[];
  /** The operation that is open beside the list. */
  readonly opened: OperationId | null;
  readonly now: Instant;
  readonly onOpen: (line: QueueLine, by: 'keyboard' | 'pointer') => void;
  /** Called when a person's pointer or focus enters or leaves the list. */
  readonly onHeld: (held: boolean) => void;
}) {
  const text = useText();
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 800 });
  const [active, setActive] = useState<number | null>(null);
  const { from, to } = windowOf(view.top, view.height, seqs.length);
  const lines = useLines(
    useMemo(() => seqs.slice(from, to), [seqs, from, to]),
    brought,
  );
  const at = Math.max(0, active === null ? 0 : seqs.indexOf(active));
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => setView((before) => ({ ...before, height: element.clientHeight }));
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    measure();
    return () => watcher.disconnect();
  }, []);
  const reveal = (index: number) => {
    const element = box.current;
    if (element === null) return;
    const top = index * LINE_HEIGHT;
    if (top < element.scrollTop) element.scrollTop = top;
    const beyond = top + LINE_HEIGHT - element.clientHeight;
    if (beyond > element.scrollTop) element.scrollTop = beyond;
  };
  const move = (index: number) => {
    setActive(seqs[index] ?? null);
    reveal(index);
  };
  return (
    <div
      ref={box}
      className={classes['scroll']}
      role="listbox"
      tabIndex={0}
      aria-label={text('queue.title')}
      {...(seqs.length === 0 ? {} : { 'aria-activedescendant': `operation-${seqs[at]}` })}
      onScroll={(event) => {
        const top = event.currentTarget.scrollTop;
        setView((before) => ({ ...before, top }));
      }}
      onPointerEnter={() => onHeld(true)}
      onPointerLeave={() => onHeld(false)}
      onKeyDown={(event) => {
        const step = stepOf(event.key, active === null ? -1 : at, seqs.length, view.height);
        const line = event.key === 'Enter' ? lines.get(seqs[at] ?? -1) : undefined;
        if (step === null && line === undefined) return;
        event.preventDefault();
        if (step !== null) move(step);
        if (line !== undefined) onOpen(line, 'keyboard');
      }}
    >
      <div className={classes['all']} style={{ height: seqs.length * LINE_HEIGHT }}>
        {seqs.slice(from, to).map((seq, index) => (
          <QueueRow
            key={seq}
            seq={seq}
            index={from + index}
            count={seqs.length}
            line={lines.get(seq) ?? null}
            active={seq === seqs[at]}
            opened={opened !== null && lines.get(seq)?.id === opened}
            now={now}
            onOpen={(line) => {
              setActive(seq);
              onOpen(line, 'pointer');
            }}
          />
        ))}
      </div>
    </div>
  );
}

type Known = ReadonlyMap<number, QueueLine>;

/** The rows with these numbers. Cached rows stay until they are read again, so that the list does not flicker. */
function useLines(seqs: readonly number[], brought: readonly QueueLine[]): Known {
  const { value } = useQuery(
    window.boxwright.queue.lines,
    useMemo(() => ({ seqs: [...seqs] }), [seqs]),
    queueTopics,
  );
  const read = value?.lines ?? none;
  const [seen, setSeen] = useState<{
    readonly brought: readonly QueueLine[];
    readonly read: readonly QueueLine[];
    readonly known: Known;
  }>({ brought: none, read: none, known: new Map() });
  if (read === seen.read && brought === seen.brought) return seen.known;
  // State that is adjusted during rendering: the cached rows are part of the view.
  const fresh = [...(brought === seen.brought ? none : brought), ...(read === seen.read ? none : read)];
  const known = new Map([...seen.known, ...fresh.map((line) => [line.seq, line] as const)]);
  setSeen({ brought, read, known });
  return known;
}

const none: readonly QueueLine[] = [];

/** One operation in the list: its sentence, its state with the reason. */
function QueueRow({
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
    <Row
      id={`operation-${seq}`}
      role="option"
      aria-selected={opened}
      aria-posinset={index + 1}
      aria-setsize={count}
      gap="2"
      align="center"
      justify="between"
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
            <Text
              as="p"
              line="lead"
              weight="strong"
              className={classes['sentence']}
              title={say(line.sentence)}
            >
              {say(line.sentence)}
            </Text>
            <Text as="p" size="small" quiet tabular className={classes['facts']}>
              {stuck && line.says !== null ? say(line.says) : facts(line).join(' · ')}
            </Text>
          </div>
          {/* An incident may follow the end of an operation. It needs a person, so the row is not shown in green. */}
          <OperationBadge
            state={line.group === 'needs-you' && line.state === 'done' ? 'blocked' : line.state}
            reportedBy={line.reportedBy}
          />
        </>
      )}
    </Row>
  );
}
