import { Button, Modal } from '@mantine/core';
import { IconSearch, IconSearchOff } from '@tabler/icons-react';
import { useCallback, useId, useMemo, useState, type KeyboardEvent, type RefObject } from 'react';
import type { CarId } from '../../shared/ids.ts';
import { navigate } from '../navigation/route.ts';
import { EmptyState, RowsSkeleton } from '../components/EmptyState.tsx';
import { KeyHint } from '../components/KeyHint.tsx';
import { PickField } from '../components/picking/PickField.tsx';
import { PickList } from '../components/picking/PickList.tsx';
import { usePicker } from '../components/picking/use-picker.ts';
import { ProblemNotice } from '../components/ProblemNotice.tsx';
import { useText } from '../i18n/use-text.ts';
import { useQuery } from '../data/lookup.ts';
import { findingTopics } from '../data/topics.ts';
import { useMutation } from '../data/call.ts';
import { setJob } from '../data/job.ts';
import { carOfLine, type FoundLine, keyOfLine, linesOf, routeOfLine } from './found-lines.ts';
import { FoundRow } from './FoundRow.tsx';
import classes from './FindDialog.module.css';

/** Of each kind: more would not fit a glance. */
const LIMIT = 6;
/** The longest question that the contract allows. */
const LONGEST_QUESTION = 200;

/** Finds any car, Box, job, group or user from wherever one is. */
export function FindDialog({
  inside,
  open,
  onClose,
}: {
  /** Is given the dialog's content. */
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
    <div ref={inside} className={classes['finding']} onKeyDownCapture={onKeyDown}>
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
        <ProblemNotice problem={found.problem} tone="attention" onAgain={found.refetch} />
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
      <div className={classes['acts']}>
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
      </div>
    </div>
  );
}

/** Begins the installation of a car that was found, and goes there. */
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
