import { Button, Checkbox } from '@mantine/core';
import { useEffect, useEffectEvent, useMemo, useState, useCallback, useRef } from 'react';
import {
  type BatchField,
  guessColumns,
  mappingOf,
  rowOf,
  BATCH_PIECE,
  type BatchRow,
  type BatchVerdict,
  createRowCheck,
  together,
} from '../../../shared/domain/batch.ts';
import type { Problem } from '../../../shared/problem.ts';
import { NavigationRail } from '../../navigation/NavigationRail.tsx';
import { useLatest, useMutation, call } from '../../data/call.ts';
import { PageLayout } from '../../components/PageLayout.tsx';
import { PrimaryAction } from '../../components/PrimaryAction.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { Section } from '../../components/Section.tsx';
import { useText } from '../../i18n/use-text.ts';
import { changePreferences, usePreferencesOrDefaults } from '../../data/laptop.ts';
import { Checking, Columns, OpenList, Verdicts } from './ImportSteps.tsx';
import { readFile, readList, type ReadList, type Unreadable } from './read-csv.ts';

interface Opened {
  readonly file: string;
  readonly list: ReadList;
  readonly columns: readonly (BatchField | null)[];
}

/**
 * Opens a list, maps its columns, shows the verdict of every row, and plans the cars. Nothing is created before that.
 */
export function ImportList({
  given,
  onDone,
}: {
  /** The list that was dropped on the window; null = a person chooses one here. */
  readonly given: File | null;
  readonly onDone: () => void;
}) {
  const text = useText();
  const { batchMapping } = usePreferencesOrDefaults();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [unreadable, setUnreadable] = useState<Unreadable | null>(null);
  const [onlyGood, setOnlyGood] = useState(false);
  const { checks, begin, stop, forget } = useRowChecks();
  const planning = useMutation(window.boxwright.batch.plan);
  const rows = useMemo(
    () => opened?.list.lines.map(({ line, cells }) => rowOf(line, cells, opened.columns)) ?? [],
    [opened],
  );
  const refused = checks.verdicts.filter(({ state }) => state === 'refused').length;
  const there = checks.verdicts.filter(({ state }) => state === 'there').length;
  const good = checks.verdicts.length - refused - there;

  const take = (file: string, list: ReadList | Unreadable) => {
    forget();
    if (typeof list === 'string') {
      setUnreadable(list);
      setOpened(null);
      return;
    }
    setUnreadable(null);
    setOnlyGood(false);
    setOpened({ file, list, columns: guessColumns(list.headings, batchMapping) });
  };
  const latest = useLatest();
  const takeGiven = useEffectEvent(take);
  useEffect(() => {
    if (given === null) return undefined;
    const isLatest = latest.begin();
    void readFile(given).then((list) => {
      if (isLatest()) takeGiven(given.name, list);
    });
    return latest.overtake;
  }, [given, latest]);
  const open = async (file: File) => {
    const isLatest = latest.begin();
    const list = await readFile(file);
    if (isLatest()) take(file.name, list);
  };
  const check = async () => {
    if (opened === null) return;
    const said = mappingOf(opened.list.headings, opened.columns);
    // Not awaited: the columns may change until it is saved, and the check would be of other rows than those shown.
    void changePreferences({ batchMapping: { ...batchMapping, ...said } });
    await begin(rows);
  };
  const plan = async () => {
    if (opened === null) return;
    const bad = new Set(checks.verdicts.filter(({ state }) => state === 'refused').map(({ line }) => line));
    const chosen = rows.filter(({ line }) => !bad.has(line));
    const answer = await planning.run({ file: opened.file.slice(0, 300), rows: chosen });
    if (answer.ok) onDone();
  };
  const mapped = opened?.columns.some(
    (field) => field === 'licensePlate' || field === 'vin' || field === 'name',
  );
  const done = checks.state === 'done';
  return (
    <PageLayout
      ofCustomer
      rail={<NavigationRail />}
      title={text('batch.import')}
      lead={text('batch.importLead')}
      action={
        <PrimaryAction
          label={
            !done
              ? text('batch.check')
              : good === 0
                ? text('batch.planNothing')
                : text('batch.plan', { count: good })
          }
          busy={planning.busy || checks.state === 'running'}
          disabled={done ? good === 0 || (refused > 0 && !onlyGood) : opened === null || mapped !== true}
          onAct={() => void (done ? plan() : check())}
          hint={
            done && good === 0
              ? text(refused === 0 ? 'batch.allThere' : 'batch.noneGood')
              : done && refused > 0 && !onlyGood
                ? text('batch.refusedHint', { count: refused })
                : opened !== null && mapped !== true
                  ? text('batch.needsCar')
                  : opened === null
                    ? text('batch.needsList')
                    : undefined
          }
          back={
            <Button variant="default" size="lg" onClick={onDone}>
              {text('common.cancel')}
            </Button>
          }
        />
      }
    >
      <OpenList
        opened={opened === null ? null : { file: opened.file, lines: opened.list.lines.length }}
        unreadable={unreadable}
        onFile={(file) => void open(file)}
        onPaste={(content) => {
          latest.overtake();
          take(text('batch.pasted'), readList(content));
        }}
      />
      {opened !== null && (
        <Section title={text('batch.columns')}>
          <Columns
            list={opened.list}
            columns={opened.columns}
            onChange={(columns) => {
              forget();
              setOpened({ ...opened, columns });
            }}
          />
        </Section>
      )}
      {checks.problem !== null && <ProblemNotice problem={checks.problem} onRetry={() => void check()} />}
      {planning.problem !== null && <ProblemNotice problem={planning.problem} onRetry={() => void plan()} />}
      {checks.state === 'running' && (
        <Checking done={checks.verdicts.length} count={rows.length} onStop={stop} />
      )}
      {checks.state === 'stopped' && <p role="status">{text('batch.stopped')}</p>}
      {done && (
        <Verdicts rows={rows} verdicts={checks.verdicts}>
          {refused > 0 && good > 0 && (
            <Checkbox
              label={text('batch.onlyGood', { count: good })}
              checked={onlyGood}
              onChange={(event) => setOnlyGood(event.currentTarget.checked)}
            />
          )}
        </Verdicts>
      )}
    </PageLayout>
  );
}

/** The progress of the row check. */
interface RowChecks {
  readonly state: 'idle' | 'running' | 'stopped' | 'done';
  readonly verdicts: readonly BatchVerdict[];
  readonly problem: Problem | null;
}

const idle: RowChecks = { state: 'idle', verdicts: [], problem: null };

/** Checks rows in batches, so that the window stays responsive and the check can be stopped. */
function useRowChecks() {
  const [checks, setChecks] = useState(idle);
  const turn = useRef(0);
  useEffect(
    () => () => {
      turn.current += 1;
    },
    [],
  );
  const begin = useCallback(async (rows: readonly BatchRow[]) => {
    turn.current += 1;
    const mine = turn.current;
    const rowCheck = createRowCheck();
    let verdicts: readonly BatchVerdict[] = [];
    setChecks({ ...idle, state: 'running' });
    for (let from = 0; from < rows.length; from += BATCH_PIECE) {
      const piece = rows.slice(from, from + BATCH_PIECE);
      const known = await call(window.boxwright.batch.check, { rows: piece });
      if (turn.current !== mine) return;
      if (!known.ok) {
        setChecks({ state: 'stopped', verdicts, problem: known.error });
        return;
      }
      const found = known.value.verdicts;
      verdicts = [
        ...verdicts,
        ...piece.map((row, index) => {
          const by = rowCheck(row);
          const other = found[index];
          return other === undefined ? by : together(by, other);
        }),
      ];
      setChecks({ state: 'running', verdicts, problem: null });
    }
    setChecks({ state: 'done', verdicts, problem: null });
  }, []);
  const stop = useCallback(() => {
    turn.current += 1;
    setChecks((before) => ({ ...before, state: 'stopped' }));
  }, []);
  const forget = useCallback(() => {
    turn.current += 1;
    setChecks(idle);
  }, []);
  return { checks, begin, stop, forget };
}
