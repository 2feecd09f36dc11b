import { createStore, type StoreApi } from 'zustand';
import type { Problem } from '../../../../shared/problem.ts';
import type { Instant } from '../../../../shared/time.ts';
import { type BridgeFunction, call } from '../../../bridge/call.ts';
import { type Listen, listenToCommits } from '../../../stores/topics.ts';

/** Rows of one page. */
export const PAGE = 50;
/** What the contract lets one call ask for. */
const LARGEST_CALL = 200;
/** What the contract lets a search ask. */
const LONGEST_QUESTION = 200;

/** A search of the Directory that answers by pages. */
export type ListPages<Row> = BridgeFunction<
  { text: string; limit: number; offset: number },
  { rows: Row[]; asOf: Instant | null }
>;

/** What a screen sees of a list. */
export interface PagedList<Row> {
  /** null until the first answer. The last answer stays while the next one is on its way. */
  readonly rows: readonly Row[] | null;
  /** When the list was read from the operator; null = never. */
  readonly asOf: Instant | null;
  /** There is no further page. */
  readonly complete: boolean;
  /** What `rows` answers. */
  readonly answers: string | null;
  /** Why the last reading failed; null after a good one. */
  readonly problem: Problem | null;
}

/** A list that grows by pages while somebody scrolls, and is read again when the directory changed. */
export interface PagedLists<Row> {
  readonly store: StoreApi<PagedList<Row>>;
  /** Another question: begins at the first page again. */
  readonly ask: (text: string) => void;
  /** The next page; while a reading is under way, after it; nothing when all is there. */
  readonly more: () => void;
  /** Reads again from the first page. */
  readonly again: () => void;
  /** Reads now and after every commit that concerns it; the answer ends it. */
  readonly watch: () => () => void;
}

const nothing = { rows: null, asOf: null, complete: false, answers: null, problem: null } as const;

/** Makes one. At most one call is under way; the last question is always the one answered. */
export function createPagedList<Row extends { readonly id: number }>(
  list: ListPages<Row>,
  first: string,
  listen: Listen = listenToCommits,
): PagedLists<Row> {
  const store = createStore<PagedList<Row>>(() => nothing);
  let text = question(first);
  /** Rows asked for, and rows answered: both by their place in the directory, where a row may have moved. */
  let wanted = PAGE;
  let place = 0;
  let busy = false;
  /** Asked for while a reading was under way. */
  const pending = { again: false, more: false };

  /** Reads from `place` to `wanted`; `before` are the rows in front of it. */
  const read = async (before: readonly Row[]): Promise<PagedList<Row>> => {
    const asked = text;
    let rows = before;
    let asOf: Instant | null = null;
    while (place < wanted && !pending.again) {
      const limit = Math.min(LARGEST_CALL, wanted - place);
      const answer = await call(list, { text: asked, limit, offset: place });
      if (!answer.ok) {
        // Without a profile nothing of the last one may stay on the screen.
        const kept = answer.error.code === 'not-connected' ? nothing : store.getState();
        return { ...kept, problem: answer.error };
      }
      asOf = answer.value.asOf;
      rows = withoutDoubles(rows, answer.value.rows);
      place += answer.value.rows.length;
      if (answer.value.rows.length < limit) {
        return { rows, asOf, complete: true, answers: asked, problem: null };
      }
    }
    return { rows, asOf, complete: false, answers: asked, problem: null };
  };

  const run = async (before: readonly Row[]) => {
    if (busy) {
      pending.again = true;
      return;
    }
    busy = true;
    if (before.length === 0) place = 0;
    let answer = await read(before);
    while (pending.again) {
      pending.again = false;
      place = 0;
      answer = await read([]);
    }
    busy = false;
    store.setState(answer, true);
    if (!pending.more) return;
    pending.more = false;
    more();
  };

  const more = () => {
    const { rows, complete, problem } = store.getState();
    if (busy) pending.more = true;
    else if (!complete && rows !== null && problem === null) {
      wanted = place + PAGE;
      void run(rows);
    }
  };

  return {
    store,
    ask: (next) => {
      if (question(next) === text) return;
      text = question(next);
      wanted = PAGE;
      pending.more = false;
      void run([]);
    },
    more,
    again: () => void run([]),
    watch: () => {
      void run([]);
      return listen((topics) => {
        if (topics.includes('directory') || topics.includes('profile')) void run([]);
      });
    },
  };
}

const question = (typed: string) => typed.trim().slice(0, LONGEST_QUESTION);

/** A row that moved to the next page between two readings is not shown twice. */
function withoutDoubles<Row extends { readonly id: number }>(
  rows: readonly Row[],
  page: readonly Row[],
): readonly Row[] {
  const known = new Set(rows.map(({ id }) => id));
  return [...rows, ...page.filter(({ id }) => !known.has(id))];
}
