import { UnstyledButton, Button, Modal } from '@mantine/core';
import {
  IconSearch,
  IconSearchOff,
  IconBox,
  IconCar,
  IconTool,
  IconUser,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react';
import { useRef, useState, useCallback, useId, useMemo, type KeyboardEvent, type RefObject } from 'react';
import type { CarId } from '../../shared/ids.ts';
import { neverReached } from '../../shared/never.ts';
import { KeyHint } from '../components/KeyHint.tsx';
import { useText } from '../i18n/use-text.ts';
import { useShortcuts } from '../navigation/use-shortcuts.ts';
import { navigate } from '../navigation/route.ts';
import { EmptyState, RowsSkeleton } from '../components/EmptyState.tsx';
import { PickField, PickList, usePicker } from '../components/PickList.tsx';
import { ProblemNotice } from '../components/ProblemNotice.tsx';
import { useQuery } from '../data/lookup.ts';
import { findingTopics } from '../data/topics.ts';
import { useMutation } from '../data/call.ts';
import { setJob } from '../data/jobs.ts';
import { CarLine } from '../components/CarLine.tsx';
import { Serial } from '../components/figures.tsx';
import { useFormat } from '../format/use-format.ts';
import { useMinute } from '../format/use-now.ts';
import { carOfLine, type FoundLine, keyOfLine, linesOf, routeOfLine } from './found-lines.ts';
import { Row, Stack, Text } from '../components/layout.tsx';
import classes from './FindDialog.module.css';

/** Opens the search: a tap in the header, or Ctrl+K on any screen, also while typing. */
export function FindButton() {
  const text = useText();
  const [open, setOpen] = useState(false);
  const inside = useRef<HTMLDivElement>(null);
  useShortcuts([['mod+K', () => setOpen((was) => !was)]], { inside, whileTyping: true });
  return (
    <>
      <Row
        as={UnstyledButton}
        gap="1"
        align="center"
        quiet
        tall
        className={classes['button']}
        aria-keyshortcuts="Control+K"
        onClick={() => setOpen(true)}
      >
        <IconSearch size={20} stroke={1.9} aria-hidden />
        <span className={classes['word']}>{text('find.title')}</span>
        <KeyHint keys="mod+K" />
      </Row>
      <FindDialog inside={inside} open={open} onClose={() => setOpen(false)} />
    </>
  );
}

/** Upper bound of rows of each kind: more would not fit a glance. */
const LIMIT = 6;
/** Upper bound of the search text in characters, as in the contract. */
const LONGEST_QUESTION = 200;

/** Finds any car, Box, job, group or user from any screen. */
function FindDialog({
  inside,
  open,
  onClose,
}: {
  /** The element of the dialog's content, for its shortcuts. */
  readonly inside: RefObject<HTMLDivElement | null>;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const text = useText();
  return (
    <Modal
      opened={open}
      onClose={onClose}
      title={text('find.title')}
      centered={false}
      yOffset="8vh"
      size={760}
    >
      <Finding inside={inside} onClose={onClose} />
    </Modal>
  );
}

function Finding({
  inside,
  onClose,
}: {
  readonly inside: RefObject<HTMLDivElement | null>;
  readonly onClose: () => void;
}) {
  const text = useText();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const question = typed.trim().slice(0, LONGEST_QUESTION);
  const found = useQuery(
    window.boxwright.finding.find,
    useMemo(() => ({ text: question, limit: LIMIT }), [question]),
    findingTopics,
  );
  const lines = useMemo(() => (found.value === null ? [] : linesOf(found.value)), [found.value]);
  const onTake = useCallback(
    (line: FoundLine) => {
      onClose();
      navigate(routeOfLine(line));
    },
    [onClose],
  );
  const picker = usePicker({ rows: lines, settled: found.answers?.text === question, question, onTake });
  const fitting = useFitCar(onClose);
  const car = picker.active === null ? null : carOfLine(picker.active);
  const fit = () => {
    if (car !== null) void fitting.fit(car.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    fit();
  };
  return (
    <Stack ref={inside} gap="2" onKeyDownCapture={onKeyDown}>
      <PickField
        id={listId}
        label={text('find.label')}
        description={text('find.says')}
        value={typed}
        onChange={setTyped}
        picker={picker}
        takesEnter
      />
      {fitting.problem !== null && <ProblemNotice problem={fitting.problem} />}
      {found.problem !== null && (
        <ProblemNotice problem={found.problem} tone="attention" onRetry={found.refetch} />
      )}
      <div className={classes['found']}>
        {found.value === null ? (
          found.problem === null && <RowsSkeleton rows={4} height={64} />
        ) : lines.length > 0 ? (
          <PickList
            id={listId}
            label={text(question === '' ? 'find.newest' : 'find.found')}
            picker={picker}
            keyOf={keyOfLine}
            onTake={onTake}
          >
            {(line) => <FoundRow line={line} />}
          </PickList>
        ) : (
          <EmptyState
            icon={question === '' ? IconSearch : IconSearchOff}
            title={question === '' ? text('find.nothingYet') : text('find.none', { text: question })}
          >
            {text(question === '' ? 'find.nothingYetSays' : 'find.noneSays')}
          </EmptyState>
        )}
      </div>
      <Row gap="1" justify="end">
        <Button
          variant="default"
          disabled={car === null}
          loading={fitting.busy}
          rightSection={<KeyHint keys="mod+enter" />}
          onClick={fit}
        >
          {text('find.fit')}
        </Button>
        <Button
          disabled={picker.active === null}
          rightSection={<KeyHint keys="enter" onAccent={picker.active !== null} />}
          onClick={picker.take}
        >
          {text('find.open')}
        </Button>
      </Row>
    </Stack>
  );
}

/** Begins the installation of a found car and opens it. */
function useFitCar(onBegun: () => void) {
  const starting = useMutation(window.boxwright.jobs.start);
  const choosing = useMutation(window.boxwright.jobs.chooseCar);
  const fit = async (carId: CarId) => {
    const started = await starting.run({ kind: 'installation' });
    if (!started.ok) return;
    const chosen = await choosing.run({ jobId: started.value.id, carId });
    setJob(chosen.ok ? chosen.value : started.value);
    onBegun();
    navigate({ screen: 'job', jobId: started.value.id });
  };
  return {
    fit,
    busy: starting.busy || choosing.busy,
    problem: starting.problem ?? choosing.problem,
  };
}

const icons: Readonly<Record<FoundLine['kind'], Icon>> = {
  car: IconCar,
  box: IconBox,
  job: IconTool,
  group: IconUsersGroup,
  user: IconUser,
};

/** A result with the icon of its kind; the word at the right names the kind. */
function FoundRow({ line }: { readonly line: FoundLine }) {
  const text = useText();
  const Picture = icons[line.kind];
  return (
    <>
      <Picture className={classes['icon']} size={20} stroke={1.8} aria-hidden />
      <Row as="span" gap="2" align="center" justify="between" grow narrow className={classes['what']}>
        <What line={line} />
      </Row>
      <Text fixed size="caption" line="inherit" className={classes['kind']}>
        {text(`find.kind.${line.kind}`)}
      </Text>
    </>
  );
}

function What({ line }: { readonly line: FoundLine }) {
  const text = useText();
  const format = useFormat();
  const now = useMinute();
  switch (line.kind) {
    case 'car':
      return (
        <>
          <CarLine car={line.car} />
          {line.car.vin !== null && (
            <Text size="small" quiet mono>
              {line.car.vin}
            </Text>
          )}
        </>
      );
    case 'box': {
      const { serialNumber, type, car } = line.box;
      const inCar = car.known ? car.car : null;
      return (
        <>
          <Serial serial={serialNumber} />
          <Text quiet truncate narrow size="small" line="inherit">
            {inCar === null ? type : text('find.boxInCar', { type, car: inCar.licensePlate ?? inCar.name })}
          </Text>
        </>
      );
    }
    case 'job': {
      const { car, startedAt, worker } = line.job;
      return (
        <>
          {car === null ? <span>{text('home.noCarYet')}</span> : <CarLine car={car} />}
          <Text quiet truncate narrow size="small" line="inherit">
            {[format.timeOrDay(startedAt, now), worker].filter((part) => part !== '').join(' · ')}
          </Text>
        </>
      );
    }
    case 'group':
      return (
        <Text weight="strong" breaks>
          {line.name}
        </Text>
      );
    case 'user':
      return (
        <>
          <Text weight="strong" breaks>
            {line.name}
          </Text>
          {line.emailAddress !== null && (
            <Text quiet truncate narrow size="small" line="inherit">
              {line.emailAddress}
            </Text>
          )}
        </>
      );
    default:
      return neverReached(line);
  }
}
