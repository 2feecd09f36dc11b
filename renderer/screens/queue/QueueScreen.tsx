import { Button, CloseButton, SegmentedControl, TextInput } from '@mantine/core';
import { IconKeyboard, IconSearch, IconStack2 } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { CustomerName } from '../../components/customers.tsx';
import type { AppStatus } from '../../../shared/domain/status.ts';
import {
  type OperationCar,
  type QueueLine,
  operationAction,
} from '../../../shared/domain/operation-commands.ts';
import { queueShow, type QueueShow } from '../../../shared/domain/operation.ts';
import type { OperationId } from '../../../shared/ids.ts';
import { NavigationRail } from '../../navigation/NavigationRail.tsx';
import { navigate } from '../../navigation/route.ts';
import { useMutation } from '../../data/call.ts';
import { EmptyState, RowsSkeleton } from '../../components/EmptyState.tsx';
import { KeysHelp, type KeyHelp } from '../../components/KeyHint.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { ScreenColumns, SideColumn } from '../../components/PageLayout.tsx';
import { useMinute } from '../../format/use-now.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { useShortcuts } from '../../navigation/use-shortcuts.ts';
import { useQuery } from '../../data/lookup.ts';
import { queueTopics } from '../../data/topics.ts';
import { useNeedsElsewhere } from '../../data/customers.ts';
import { OperationPane } from './OperationPane.tsx';
import { QueueElsewhere, QueueList } from './QueueList.tsx';
import { sameOrder, steadyOrder } from './queue-rows.ts';
import { Row, Stack, Text } from '../../components/layout.tsx';
import classes from './QueueScreen.module.css';

const LONGEST_SEARCH = 100;

const none: readonly QueueLine[] = [];

/** All operations: those that need a person, those under way, and the history; one of them is open beside the list. */
export function QueueScreen({
  status,
  show,
  operation: opened,
}: {
  readonly status: AppStatus;
  readonly show: QueueShow;
  readonly operation: OperationId | null;
}) {
  const text = useText();
  const now = useMinute();
  const search = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [car, setCar] = useState<OperationCar | null>(null);
  const [held, setHeld] = useState(false);
  const [helping, setHelping] = useState(false);
  const question = useMemo(
    () => ({
      show,
      text: typed.trim().slice(0, LONGEST_SEARCH),
      car: car === null ? null : { id: car.id, createdBy: car.createdBy },
    }),
    [show, typed, car],
  );
  const { value, answers, problem, refetch } = useQuery(window.boxwright.queue.order, question, queueTopics);
  const order = useSteadyOrder(value?.seqs ?? null, answers, held);
  const tryNow = useMutation(window.boxwright.queue.tryNow);
  useShortcuts([
    ['/', () => search.current?.focus()],
    [text('letter.tryNow'), () => void tryNow.run({})],
    [text('letter.moved'), order.renew],
    ['?', () => setHelping(true)],
  ]);
  const keys = useQueueKeys();
  const { connection } = status;
  const elsewhere = useNeedsElsewhere();
  const needed = elsewhere.reduce((sum, { lineCount }) => sum + lineCount, 0);
  const list = (
    <>
      {order.seqs === null && problem === null && (
        <div className={classes['coming']}>
          <RowsSkeleton rows={5} height={76} />
        </div>
      )}
      {order.seqs?.length === 0 && <Nothing narrowed={question.text !== '' || car !== null} show={show} />}
      {order.seqs !== null && order.seqs.length > 0 && (
        <QueueList
          seqs={order.seqs}
          answers={answers}
          brought={value?.lines ?? none}
          opened={opened}
          now={now}
          onHeld={setHeld}
          onOpen={({ id }) => navigate({ screen: 'queue', show, operation: id })}
        />
      )}
    </>
  );
  const own = { name: status.profile?.customerName ?? '', count: status.queue.needPerson, content: list };
  return (
    <ScreenColumns rail={<NavigationRail />} beside="pane">
      <Stack as="main" gap="1-half" narrow className={classes['middle']}>
        <Row align="start" justify="between" wrap className={classes['head']}>
          <div>
            <CustomerName />
            <h1 tabIndex={-1}>{text('queue.title')}</h1>
            <Text as="p" line="body" quiet className={classes['lead']}>
              {text('queue.lead')}
            </Text>
          </div>
          <Row gap="1">
            <Button
              variant="subtle"
              leftSection={<IconKeyboard size={20} aria-hidden />}
              onClick={() => setHelping(true)}
            >
              {text('queue.keys')}
            </Button>
            <Button
              variant="default"
              loading={tryNow.busy}
              disabled={status.queue.unfinished === 0}
              title={text('queue.tryNowSays')}
              onClick={() => void tryNow.run({})}
            >
              {text('queue.tryNow')}
            </Button>
          </Row>
        </Row>
        <Show show={show} counts={status.queue} elsewhere={needed} />
        <Row gap="1" wrap className={classes['narrow']}>
          <TextInput
            ref={search}
            type="search"
            className={classes['search'] ?? ''}
            aria-label={text('queue.search')}
            placeholder={text('queue.search')}
            value={typed}
            maxLength={LONGEST_SEARCH}
            leftSection={<IconSearch size={20} stroke={1.9} aria-hidden />}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {car !== null && (
            <Row
              as="span"
              weight="strong"
              inline
              gap="half"
              align="center"
              tone="accent"
              className={classes['chip']}
            >
              <span>{text('queue.onlyOf', { car: car.label })}</span>
              <CloseButton aria-label={text('queue.allCars')} onClick={() => setCar(null)} />
            </Row>
          )}
        </Row>
        {connection.state === 'paused' && <ProblemNotice problem={connection.problem} />}
        {tryNow.problem !== null && <ProblemNotice problem={tryNow.problem} />}
        {problem !== null && <ProblemNotice problem={problem} onRetry={refetch} />}
        {show === 'needs-you' ? <QueueElsewhere own={own} elsewhere={elsewhere} /> : list}
        <Row justify="center" fixed className={classes['foot']} role="status">
          {order.moved && (
            <Button variant="subtle" onClick={order.renew}>
              {text('queue.moved')}
            </Button>
          )}
        </Row>
      </Stack>
      <SideColumn label={text('queue.one')}>
        <OperationPane key={opened ?? ''} id={opened} now={now} show={show} onCar={setCar} />
      </SideColumn>
      {helping && <KeysHelp title={text('queue.keys')} keys={keys} onClose={() => setHelping(false)} />}
    </ScreenColumns>
  );
}

function Show({
  show,
  counts,
  elsewhere,
}: {
  readonly show: QueueShow;
  readonly counts: AppStatus['queue'];
  /** Operations of other customers that need a person. */
  readonly elsewhere: number;
}) {
  const text = useText();
  const format = useFormat();
  const numbers: Readonly<Record<QueueShow, number>> = {
    open: counts.needPerson + counts.onTheirWay + counts.waiting,
    'needs-you': counts.needPerson + elsewhere,
    'on-their-way': counts.onTheirWay,
    waiting: counts.waiting,
    done: 0,
  };
  return (
    <SegmentedControl
      className={classes['show'] ?? ''}
      fullWidth
      aria-label={text('queue.filter')}
      value={show}
      onChange={(value) => {
        const chosen = queueShow.safeParse(value);
        if (chosen.success) navigate({ screen: 'queue', show: chosen.data, operation: null });
      }}
      data={queueShow.options.map((value) => ({
        value,
        label:
          numbers[value] === 0
            ? text(`queue.show.${value}`)
            : `${text(`queue.show.${value}`)} ${format.number(numbers[value])}`,
      }))}
    />
  );
}

function Nothing({ narrowed, show }: { readonly narrowed: boolean; readonly show: QueueShow }) {
  const text = useText();
  const of = narrowed ? 'none' : show;
  return (
    <EmptyState icon={IconStack2} title={text(`queue.nothing.${of}`)}>
      {text(`queue.nothingSays.${of}`)}
    </EmptyState>
  );
}

/** The keys of the Queue with their acts. */
function useQueueKeys(): readonly KeyHelp[] {
  const text = useText();
  return [
    ['↑ ↓', text('queue.key.move')],
    ['enter', text('queue.key.open')],
    ['escape', text('queue.key.close')],
    ['/', text('queue.key.search')],
    [text('letter.tryNow'), text('queue.tryNow')],
    [text('letter.moved'), text('queue.moved')],
    ...operationAction.options.map(
      (action) => [text(`letter.${action}`), text(`queue.act.${action}`)] as const,
    ),
  ];
}

/** The displayed order. */
interface SteadyOrder {
  /** Null until the first answer. */
  readonly seqs: readonly number[] | null;
  /** True where the current order differs from the displayed one. */
  readonly moved: boolean;
  /** Displays the current order. */
  readonly renew: () => void;
}

/** Keeps every row in its place while `held`; another query begins a new order. */
function useSteadyOrder(
  fresh: readonly number[] | null,
  question: object | null,
  held: boolean,
): SteadyOrder {
  const asked = JSON.stringify(question);
  const [kept, setKept] = useState<{ readonly asked: string; readonly seqs: readonly number[] } | null>(null);
  const same = kept !== null && kept.asked === asked;
  const seqs = fresh === null ? null : held && same ? steadyOrder(kept.seqs, fresh) : fresh;
  // State that is adjusted during rendering: the new order depends on the one shown before.
  if (seqs !== null && (!same || !sameOrder(kept.seqs, seqs))) setKept({ asked, seqs });
  return {
    seqs: same && seqs !== null && sameOrder(kept.seqs, seqs) ? kept.seqs : seqs,
    moved: seqs !== null && fresh !== null && !sameOrder(seqs, fresh),
    renew: () => {
      if (fresh !== null) setKept({ asked, seqs: fresh });
    },
  };
}
