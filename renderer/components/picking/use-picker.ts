import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

/** A list one chooses from with arrow keys, Enter, or a tap. */
export interface Picker<Row> {
  readonly rows: readonly Row[];
  readonly activeIndex: number;
  readonly active: Row | null;
  /** Was the active row reached by arrow keys? Then it has to be brought into view. */
  readonly steered: boolean;
  /** The pointer is over a row. */
  readonly pointAt: (index: number) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** Enter or the primary button: takes the active row; while the list is behind the typing it waits for the answer. */
  readonly take: () => void;
  /** For a question that a scan has just asked: its row is taken when it is the only one. */
  readonly takeOnly: (question: string) => void;
}

/**
 * Keeps which row is active: once something is typed the first, before that the first only where it is a proposal; else one Enter
 * too many would choose what merely stands on top of the list. A scanner types and presses Enter before the list has answered:
 * then the answer is taken when it is the only one, and shown when there are several.
 */
export function usePicker<Row>({
  rows,
  settled,
  question,
  proposes = true,
  onTake,
}: {
  readonly rows: readonly Row[];
  /** Do the rows answer what is typed now? */
  readonly settled: boolean;
  /** The typed text: another question begins at the top of the list. */
  readonly question: string;
  /** Is the first row what is most likely meant while nothing is typed? */
  readonly proposes?: boolean;
  readonly onTake: (row: Row) => void;
}): Picker<Row> {
  const [place, setPlace] = useState({ question, index: 0, steered: false, pointed: false });
  const wanted = useRef<string | null>(null);
  const mine = place.question === question;
  const index = mine ? Math.min(place.index, Math.max(rows.length - 1, 0)) : 0;
  const meant = proposes || question !== '' || (mine && place.pointed);
  const active = settled && meant ? (rows[index] ?? null) : null;

  useEffect(() => {
    if (wanted.current === null || !settled) return;
    const asked = wanted.current;
    wanted.current = null;
    const only = rows[0];
    if (asked === question && rows.length === 1 && only !== undefined) onTake(only);
  }, [settled, question, rows, onTake]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || rows.length === 0) return;
    event.preventDefault();
    const from = meant || step < 0 ? index : -1;
    setPlace({ question, index: (from + step + rows.length) % rows.length, steered: true, pointed: true });
  };
  const take = () => {
    if (!settled) wanted.current = question;
    else if (active !== null) onTake(active);
  };
  return {
    rows,
    activeIndex: index,
    active,
    steered: mine && place.steered,
    pointAt: (next) => setPlace({ question, index: next, steered: false, pointed: true }),
    onKeyDown,
    take,
    takeOnly: (asked) => {
      const only = rows[0];
      // The question may be the one that stands there already, and answered.
      if (asked !== question || !settled) wanted.current = asked;
      else if (rows.length === 1 && only !== undefined) onTake(only);
    },
  };
}
