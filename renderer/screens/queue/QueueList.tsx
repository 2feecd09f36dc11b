import { memo, type MouseEvent, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { Skeleton, UnstyledButton } from '@mantine/core';
import type { QueueLine } from '../../../shared/domain/operation-commands.ts';
import type { OperationId } from '../../../shared/ids.ts';
import type { Instant } from '../../../shared/time.ts';
import type { NeedsOfCustomer } from '../../../shared/ipc/calls/connect.ts';
import { useText, useSay } from '../../i18n/use-text.ts';
import { useQuery } from '../../data/lookup.ts';
import { queueTopics } from '../../data/topics.ts';
import { askForCustomer } from '../../data/customers.ts';
import { OperationBadge } from '../../components/StateBadge.tsx';
import { reveal, useRowWindow } from '../../lists/use-rows.ts';
import { blocksOf, LINE_HEIGHT, stepOf } from './queue-rows.ts';
import { useFacts } from './use-facts.ts';
import { Block, Row, Text } from '../../components/layout.tsx';
import { NeedsOfAll } from '../../components/customers.tsx';
import { Section } from '../../components/Section.tsx';
import classes from './QueueList.module.css';

const sizes = { height: LINE_HEIGHT, above: 0 } as const;

/**
 * The rows of the Queue. Only visible rows are rendered and read, so that ten thousand scroll smoothly. The list is one
 * tab stop: arrows move, Enter opens.
 */
export function QueueList({
  seqs,
  answers,
  brought,
  opened,
  now,
  onOpen,
  onHeld,
}: {
  readonly seqs: readonly number[];
  /** The question that the order answers. */
  readonly answers: object | null;
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
  const [active, setActive] = useState<number | null>(null);
  const count = seqs.length;
  const { first, last } = useRowWindow(box, { height: LINE_HEIGHT, count, answers });
  const { from, to } = blocksOf({ first, last }, count);
  const lines = useLines(
    useMemo(() => seqs.slice(from, to), [seqs, from, to]),
    brought,
  );
  const at = Math.max(0, active === null ? 0 : seqs.indexOf(active));
  const shown = useRef(answers);
  // Another question begins at its first row.
  useLayoutEffect(() => {
    if (shown.current === answers || box.current === null) return;
    shown.current = answers;
    box.current.scrollTop = 0;
  }, [answers]);
  const move = (index: number) => {
    setActive(seqs[index] ?? null);
    reveal(box.current, index, sizes);
  };
  /** Event delegation, so that the memoised rows need no handlers. */
  const tap = ({ target }: MouseEvent) => {
    if (!(target instanceof Element)) return;
    const seq = Number(target.closest('[data-seq]')?.getAttribute('data-seq') ?? Number.NaN);
    const line = lines.get(seq);
    if (line === undefined) return;
    setActive(seq);
    onOpen(line, 'pointer');
  };
  return (
    <Block
      ref={box}
      card
      className={classes['scroll']}
      role="listbox"
      tabIndex={0}
      aria-label={text('queue.title')}
      {...(seqs.length === 0 ? {} : { 'aria-activedescendant': `operation-${seqs[at]}` })}
      onPointerEnter={() => onHeld(true)}
      onPointerLeave={() => onHeld(false)}
      onKeyDown={(event) => {
        const { clientHeight } = event.currentTarget;
        const step = stepOf(event.key, active === null ? -1 : at, count, clientHeight);
        const line = event.key === 'Enter' ? lines.get(seqs[at] ?? -1) : undefined;
        if (step === null && line === undefined) return;
        event.preventDefault();
        if (step !== null) move(step);
        if (line !== undefined) onOpen(line, 'keyboard');
      }}
    >
      <div className={classes['all']} style={{ height: count * LINE_HEIGHT }} onClick={tap}>
        {seqs.slice(first, last + 1).map((seq, index) => (
          <QueueRow
            key={seq}
            seq={seq}
            index={first + index}
            count={count}
            line={lines.get(seq) ?? null}
            active={seq === seqs[at]}
            opened={opened !== null && lines.get(seq)?.id === opened}
            now={now}
          />
        ))}
      </div>
    </Block>
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

/**
 * One operation in the list, identified by `data-seq`: its sentence, its state with the reason. Memoised, so that it
 * renders only when its data changes.
 */
const QueueRow = memo(function QueueRow({
  seq,
  index,
  count,
  line,
  active,
  opened,
  now,
}: {
  readonly seq: number;
  readonly index: number;
  readonly count: number;
  /** Null while it is being read. */
  readonly line: QueueLine | null;
  readonly active: boolean;
  readonly opened: boolean;
  readonly now: Instant;
}) {
  const say = useSay();
  const facts = useFacts(now);
  const stuck = line !== null && (line.group === 'needs-you' || line.state === 'held');
  return (
    <Row
      id={`operation-${seq}`}
      data-seq={seq}
      role="option"
      aria-selected={opened}
      aria-posinset={index + 1}
      aria-setsize={count}
      gap="2"
      align="center"
      justify="between"
      lit
      className={classes['row']}
      style={{ top: index * LINE_HEIGHT, height: LINE_HEIGHT }}
      data-active={active || undefined}
      data-opened={opened || undefined}
      data-needs={line?.group === 'needs-you' ? line.state : undefined}
    >
      {line === null ? (
        <Skeleton height={20} width="60%" />
      ) : (
        <>
          <Block narrow>
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
          </Block>
          {/* An incident may follow the end of an operation. It needs a person, so the row is not shown in green. */}
          <OperationBadge
            state={line.group === 'needs-you' && line.state === 'done' ? 'blocked' : line.state}
            reportedBy={line.reportedBy}
          />
        </>
      )}
    </Row>
  );
});

/** The operations of all customers that need a person. One of another customer opens after that customer is shown. */
export function QueueElsewhere({
  own,
  elsewhere,
}: {
  readonly own: { readonly name: string; readonly count: number; readonly content: ReactNode };
  readonly elsewhere: readonly NeedsOfCustomer[];
}) {
  const text = useText();
  const say = useSay();
  return (
    <NeedsOfAll own={own} elsewhere={elsewhere} countOf={({ lineCount }) => lineCount}>
      {({ id, name, lines, lineCount }) => (
        <div key={id} className={classes['elsewhere']}>
          <Section title={text('customers.needsYouAt', { customer: name })} count={lineCount}>
            {lines.map((line) => (
              <Row
                as={UnstyledButton}
                key={line.id}
                gap="2"
                align="center"
                justify="between"
                lit
                className={classes['other']}
                data-needs={line.state}
                onClick={() => askForCustomer({ id, place: { screen: 'queue', operation: line.id } })}
              >
                <Text narrow>
                  <Text line="lead" weight="strong" className={classes['sentence']}>
                    {say(line.sentence)}
                  </Text>
                  <Text size="small" quiet block>
                    {[name, ...(line.says === null ? [] : [say(line.says)])].join(' · ')}
                  </Text>
                </Text>
                <OperationBadge
                  state={line.state === 'done' ? 'blocked' : line.state}
                  reportedBy={line.reportedBy}
                />
              </Row>
            ))}
          </Section>
        </div>
      )}
    </NeedsOfAll>
  );
}
