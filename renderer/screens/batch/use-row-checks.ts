import { useCallback, useEffect, useRef, useState } from 'react';
import {
  BATCH_PIECE,
  type BatchRow,
  type BatchVerdict,
  createRowCheck,
  together,
} from '../../../shared/domain/batch.ts';
import type { Problem } from '../../../shared/problem.ts';
import { call } from '../../data/call.ts';

/** How far the rows are checked. */
export interface RowChecks {
  readonly state: 'idle' | 'running' | 'stopped' | 'done';
  readonly verdicts: readonly BatchVerdict[];
  readonly problem: Problem | null;
}

const idle: RowChecks = { state: 'idle', verdicts: [], problem: null };

/** Checks rows piece by piece, so that the window stays responsive and the check can be stopped. */
export function useRowChecks() {
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
    const alone = createRowCheck();
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
          const by = alone(row);
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
