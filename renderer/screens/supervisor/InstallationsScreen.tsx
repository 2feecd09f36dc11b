import { useMemo, type ReactNode } from 'react';
import { SegmentedControl, Button } from '@mantine/core';
import { IconAlertTriangle, IconDeviceLaptop, IconDevices } from '@tabler/icons-react';
import { CustomerName } from '../../components/customers.tsx';
import type { KeyHelp } from '../../components/KeyHint.tsx';
import { ScreenColumns } from '../../components/PageLayout.tsx';
import { Row, Stack, Text } from '../../components/layout.tsx';
import { useText, useProblemText } from '../../i18n/use-text.ts';
import { useMay } from '../../data/status.ts';
import { useSupervisionStatus, acceptSupervisionStatus } from '../../data/supervision.ts';
import { useMutation } from '../../data/call.ts';
import { useFormat } from '../../format/use-format.ts';
import { useMinute } from '../../format/use-now.ts';
import { viewOfText, type BoardView, textOfView } from './board-view.ts';
import { type BoardPart, boardParts, navigate } from '../../navigation/route.ts';
import { NavigationRail } from '../../navigation/NavigationRail.tsx';
import { neverReached } from '../../../shared/never.ts';
import type { SupervisionStatus } from '../../../shared/domain/supervision-overview.ts';
import type { Problem } from '../../../shared/problem.ts';
import { LogsPart } from './LogsPart.tsx';
import { NumbersPart } from './numbers/NumbersPart.tsx';
import { InstructionsPart } from './instructions/InstructionsPart.tsx';
import { StockPart } from './stock/StockPart.tsx';
import { PlanPart } from './plan/PlanPart.tsx';
import { TablePart } from './table/TablePart.tsx';
import { KeysButton } from './KeysButton.tsx';
import { ViewList } from './ViewList.tsx';
import classes from './Board.module.css';

/** The supervisor's screen: the table of all jobs, their numbers, the laptops' logs. */
export function InstallationsScreen({
  part,
  view: viewText,
}: {
  readonly part: BoardPart;
  /** The text of the view in the URL. */
  readonly view: string;
}) {
  const view = useMemo(() => viewOfText(viewText), [viewText]);
  const shown = () => {
    switch (part) {
      case 'table':
        return <TablePart view={view} />;
      case 'plan':
        return <PlanPart />;
      case 'instructions':
        return <InstructionsPart />;
      case 'boxes':
        return <StockPart />;
      case 'numbers':
        return <NumbersPart view={view} />;
      case 'logs':
        return <LogsPart />;
      default:
        return neverReached(part);
    }
  };
  return (
    <BoardFrame part={part} view={view}>
      {shown()}
    </BoardFrame>
  );
}

/** The frame of the supervisor's parts: navigation and views, the source of the jobs, the parts. */
function BoardFrame({
  part,
  view,
  children,
}: {
  readonly part: BoardPart;
  readonly view: BoardView;
  readonly children: ReactNode;
}) {
  const text = useText();
  const status = useSupervisionStatus();
  const may = useMay();
  const keys: readonly KeyHelp[] = [
    ['/', text('installations.key.search')],
    ['↑ ↓', text('installations.key.move')],
    ['Home+End', text('installations.key.ends')],
    ['enter', text('installations.key.open')],
    ['Space', text('installations.key.select')],
    ['Shift+↑ ↓', text('installations.key.selectOn')],
    ['mod+A', text('installations.key.selectAll')],
    ['escape', text('installations.key.selectNone')],
    [text('letter.approve'), text('installations.key.approve')],
  ];
  return (
    <ScreenColumns
      rail={
        <>
          <NavigationRail />
          <ViewList part={part} view={view} />
        </>
      }
    >
      <Stack as="main" gap="1-half" narrow className={classes['middle']}>
        <Row align="center" wrap tall className={classes['head']}>
          <div>
            <CustomerName />
            <h1 tabIndex={-1}>{text('installations.title')}</h1>
          </div>
          <SegmentedControl
            aria-label={text('installations.parts')}
            value={part}
            onChange={(value) => {
              const chosen = boardParts.find((one) => one === value);
              if (chosen !== undefined)
                navigate({ screen: 'installations', part: chosen, view: textOfView(view) });
            }}
            data={boardParts
              .filter((value) => value !== 'plan' || may('planning.save', false))
              .filter((value) => value !== 'instructions' || may('instructions.save', false))
              .filter((value) => value !== 'boxes' || may('supervision.boxStock'))
              .map((value) => ({ value, label: text(`installations.part.${value}`) }))}
          />
          {part === 'table' && <KeysButton keys={keys} />}
          <Row justify="end" narrow tall className={classes['source']}>
            {status.problem !== null ? (
              <SourceUnread problem={status.problem} onRetry={status.refetch} />
            ) : (
              status.value !== null && <SourceLine status={status.value} />
            )}
          </Row>
        </Row>
        {children}
      </Stack>
    </ScreenColumns>
  );
}

/**
 * The source of the jobs and the progress of reading its logs, which can be stopped and resumed. Never changes size.
 */
function SourceLine({ status }: { readonly status: SupervisionStatus }) {
  const text = useText();
  const format = useFormat();
  const stop = useMutation(window.boxwright.supervision.stop);
  const resume = useMutation(window.boxwright.supervision.resume);
  const { reading } = status;
  const says = useReading(reading);
  const Picture = status.source === 'relay' ? IconDevices : IconDeviceLaptop;
  const laptops = format.number(status.laptops);
  const source =
    status.source === 'own-log'
      ? text('installations.source.own-log')
      : status.laptops === 0
        ? text('installations.source.noLaptop')
        : text('installations.source.relay', { count: status.laptops, laptops });
  const act = async (calling: typeof stop) => {
    const answer = await calling.run({});
    if (answer.ok) acceptSupervisionStatus(answer.value);
  };
  return (
    <Row gap="1" align="center" narrow tall>
      <Picture data-tone="quiet" size={22} stroke={1.8} aria-hidden />
      <Stack narrow className={classes['sourceWords']} role="status">
        <Text weight="strong">{source}</Text>
        <Text quiet tabular clamp className={classes['reading']} title={says}>
          {says}
        </Text>
      </Stack>
      {reading.state === 'reading' && reading.from === 'relay' && (
        <Button variant="default" loading={stop.busy} onClick={() => void act(stop)}>
          {text('installations.source.stop')}
        </Button>
      )}
      {(reading.state === 'stopped' || reading.state === 'failing') && (
        <Button variant="default" loading={resume.busy} onClick={() => void act(resume)}>
          {text(reading.state === 'stopped' ? 'installations.source.resume' : 'installations.source.again')}
        </Button>
      )}
    </Row>
  );
}

/** Replaces the source line where the status cannot be read. */
function SourceUnread({ problem, onRetry }: { readonly problem: Problem; readonly onRetry: () => void }) {
  const text = useText();
  const { says, next } = useProblemText()(problem);
  return (
    <Row gap="1" align="center" narrow tall>
      <IconAlertTriangle data-tone="quiet" size={22} stroke={1.8} aria-hidden />
      <Stack narrow className={classes['sourceWords']} role="status">
        <Text quiet tabular clamp className={classes['reading']} title={`${says} ${next}`}>
          {says}
        </Text>
      </Stack>
      <Button variant="default" onClick={onRetry}>
        {text('installations.source.again')}
      </Button>
    </Row>
  );
}

function useReading(reading: SupervisionStatus['reading']): string {
  const text = useText();
  const format = useFormat();
  const problemText = useProblemText();
  const now = useMinute();
  const upTo = (at: number | null) =>
    at === null ? null : text('installations.source.upTo', { at: format.timeOrDay(at, now) });
  const said = (parts: readonly (string | null)[]) => parts.filter((part) => part !== null).join(', ');
  switch (reading.state) {
    case 'up-to-date':
      return reading.readAt === null
        ? text('installations.source.complete')
        : text('installations.source.readAt', { at: format.timeOrDay(reading.readAt, now) });
    case 'reading':
      return said([
        reading.of === null
          ? text('installations.source.reading', { read: format.number(reading.read) })
          : text('installations.source.readingOf', {
              read: format.number(reading.read),
              of: format.number(reading.of),
            }),
        upTo(reading.upTo),
      ]);
    case 'stopped':
      return said([text('installations.source.stopped'), upTo(reading.upTo)]);
    case 'failing':
      return problemText(reading.problem).says;
    default:
      return neverReached(reading);
  }
}
