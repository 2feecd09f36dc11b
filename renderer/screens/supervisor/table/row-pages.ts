import { createStore, type StoreApi } from 'zustand';
import type { SupervisionRow } from '../../../../shared/domain/supervision.ts';
import type { Problem } from '../../../../shared/problem.ts';
import { type BridgeFunction, call } from '../../../bridge/call.ts';
import { supervisionTopics } from '../../../stores/supervision.ts';
import { type Listen, listenToCommits } from '../../../stores/topics.ts';
import type { AskedView } from '../use-asked-view.ts';

/** Rows of one question to the main process. */
export const PAGE = 100;
/** Pages on either side of what is in sight that are kept: scrolling back finds them, memory stays flat. */
const KEPT_AROUND = 8;

/** A call that reads a window of the table. */
export type ReadRows = BridgeFunction<
  AskedView & { readonly offset: number; readonly limit: number },
  { readonly rows: readonly SupervisionRow[]; readonly total: number; readonly all: number }
>;

/** A table as far as it has been read. */
export interface RowPages {
  /** By their number, counted from 0. */
  readonly pages: ReadonlyMap<number, readonly SupervisionRow[]>;
  /** Jobs under the filter; null until the first answer. */
  readonly total: number | null;
  /** All jobs there are. */
  readonly all: number;
  /** What `pages` answers; null before the first. */
  readonly answers: AskedView | null;
  /** Why the last reading failed; null after a good one. */
  readonly problem: Problem | null;
}

/** A table of any length, of which only what is in sight is read. */
export interface RowPagesModel {
  readonly store: StoreApi<RowPages>;
  /** Another question; what answers the last one stays until the new one is answered. */
  readonly ask: (view: AskedView) => void;
  /** These rows come into sight: indices, both included. */
  readonly want: (first: number, last: number) => void;
  /** Reads again what failed. */
  readonly again: () => void;
  /** Reads now and after every commit that concerns it; the answer ends it. */
  readonly watch: () => () => void;
}

/** The row at this place, if it has been read. */
export const rowAt = ({ pages }: RowPages, index: number): SupervisionRow | undefined =>
  pages.get(Math.floor(index / PAGE))?.[index % PAGE];

/** Makes one. At most one call is under way; what is in sight now is read first. */
export function createRowPages(
  read: ReadRows,
  first: AskedView,
  listen: Listen = listenToCommits,
): RowPagesModel {
  const store = createStore<RowPages>(() => ({
    pages: new Map(),
    total: null,
    all: 0,
    answers: null,
    problem: null,
  }));
  let view = first;
  let wanted = { from: 0, to: 0, ahead: 0 };
  let busy = false;
  /** Pages that were read since the last commit, for the present question. */
  let fresh = new Set<number>();

  // A page that was let go is to be read again, however fresh it was.
  const isHere = (page: number) => fresh.has(page) && store.getState().pages.has(page);
  const nextPage = (): number | null => {
    for (let page = wanted.from; page <= wanted.to; page += 1) if (!isHere(page)) return page;
    const { total, answers } = store.getState();
    const last = answers === view && total !== null ? Math.ceil(total / PAGE) - 1 : 0;
    return wanted.ahead >= 0 && wanted.ahead <= last && !isHere(wanted.ahead) ? wanted.ahead : null;
  };

  const take = (page: number, asked: AskedView, answer: Awaited<ReturnType<typeof readPage>>) => {
    if (!answer.ok) return store.setState({ problem: answer.error });
    const before = store.getState();
    const kept = before.answers === asked ? [...before.pages] : [];
    const near = kept.filter(
      ([number]) => number >= wanted.from - KEPT_AROUND && number <= wanted.to + KEPT_AROUND,
    );
    const pages = new Map(near).set(page, answer.value.rows);
    store.setState({ ...answer.value, pages, answers: asked, problem: null });
  };
  const readPage = (page: number, asked: AskedView) =>
    call(read, { ...asked, offset: page * PAGE, limit: PAGE });

  const run = async () => {
    if (busy) return;
    busy = true;
    for (let page = nextPage(); page !== null; page = nextPage()) {
      const [asked, since] = [view, fresh];
      const answer = await readPage(page, asked);
      if (asked !== view) continue;
      take(page, asked, answer);
      if (!answer.ok) break;
      // A commit in between made it stale again: it is read once more.
      since.add(page);
    }
    busy = false;
  };
  const stale = () => {
    fresh = new Set();
    void run();
  };

  return {
    store,
    ask: (next) => {
      if (JSON.stringify(next) === JSON.stringify(view)) return;
      view = next;
      wanted = { from: 0, to: 0, ahead: 0 };
      stale();
    },
    want: (first, last) => {
      const [from, to] = [Math.floor(first / PAGE), Math.floor(last / PAGE)];
      // Whoever scrolls goes on the same way: what comes next is read before it is in sight.
      const ahead = from > wanted.from ? to + 1 : from < wanted.from ? from - 1 : wanted.ahead;
      wanted = { from, to, ahead };
      void run();
    },
    again: stale,
    watch: () => {
      stale();
      return listen((topics) => {
        if (topics.some((topic) => supervisionTopics.includes(topic))) stale();
      });
    },
  };
}
