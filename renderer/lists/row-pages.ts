import { createStore, type StoreApi } from 'zustand';
import type { Topic } from '../../shared/ipc/messages.ts';
import type { Problem } from '../../shared/problem.ts';
import type { Result } from '../../shared/result.ts';
import { keepEqual } from '../data/read-model.ts';
import { type Listen, listenToCommits } from '../data/topics.ts';

/* The pages of a windowed list: read on demand, the visible ones first. */

/** Page size: rows of one call to the main process. */
export const PAGE = 100;
/** Pages cached on either side of the visible ones: scrolling back finds them, and memory stays bounded. */
const KEPT_AROUND = 8;
/** Threshold of rows below the visible ones at which a list of unknown length reads its next page. */
const NEAR_END = 25;

/** One page of an answer. */
export interface RowPage<Row, Facts> {
  readonly rows: readonly Row[];
  /** Length of the whole list; null where the source does not count its rows and only the last page shows the end. */
  readonly total: number | null;
  /** The rest of the answer. */
  readonly facts: Facts;
}

/** The source of a list's rows. */
export interface RowSource<Question, Row, Facts> {
  readonly read: (
    question: Question,
    page: { readonly offset: number; readonly limit: number },
  ) => Promise<Result<RowPage<Row, Facts>, Problem>>;
  /** A commit of one of these topics makes the rows stale. */
  readonly topics: readonly Topic[];
}

/** The pages of a list that were read so far. */
export interface RowPages<Question, Row, Facts> {
  /** Keyed by page number, from 0. */
  readonly pages: ReadonlyMap<number, readonly Row[]>;
  /** Number of rows in the list, or read so far; null until the first answer. */
  readonly count: number | null;
  /** Whether `count` is the length of the whole list. */
  readonly complete: boolean;
  /** The facts of the latest answer. */
  readonly facts: Facts | null;
  /** The question that `pages` answers; null before the first answer. */
  readonly answers: Question | null;
  /** Why the last read failed; null after a successful one. */
  readonly problem: Problem | null;
}

/** A list of any length: only the visible pages are read, and refetched after a commit. */
export interface RowPagesModel<Question, Row, Facts> {
  readonly store: StoreApi<RowPages<Question, Row, Facts>>;
  /** Changes the question. The previous rows stay until the new answer arrives. */
  readonly ask: (question: Question) => void;
  /** Sets the visible rows: indices, both included. */
  readonly want: (first: number, last: number) => void;
  /** Reads the visible pages again, after a failure. */
  readonly refetch: () => void;
  /** Reads now and after every commit of the source's topics, until the returned function is called. */
  readonly watch: () => () => void;
}

/** The row at this index, if it has been read. */
export const rowAt = <Row>(
  { pages }: { readonly pages: ReadonlyMap<number, readonly Row[]> },
  index: number,
): Row | undefined => pages.get(Math.floor(index / PAGE))?.[index % PAGE];

/** Rows that are already in memory, as the pages of a list. */
export const wholePages = <Row>(rows: readonly Row[]): ReadonlyMap<number, readonly Row[]> =>
  new Map(
    Array.from({ length: Math.ceil(rows.length / PAGE) }, (_, page) => [
      page,
      rows.slice(page * PAGE, (page + 1) * PAGE),
    ]),
  );

const unread = {
  pages: new Map<number, never[]>(),
  count: null,
  complete: false,
  facts: null,
  answers: null,
  problem: null,
} as const;

/** Creates a model. At most one call is under way, and the visible pages are read first. */
export function createRowPages<Question, Row, Facts>(
  source: RowSource<Question, Row, Facts>,
  first: Question,
  listen: Listen = listenToCommits,
): RowPagesModel<Question, Row, Facts> {
  const store = createStore<RowPages<Question, Row, Facts>>(() => unread);
  let question = first;
  let wanted = { from: 0, to: 0, ahead: 0, last: 0 };
  let busy = false;
  /** Pages that were read since the last commit, for the present question. */
  let fresh = new Set<number>();

  // An evicted page is read again, even if it was fresh.
  const isHere = (page: number) => fresh.has(page) && store.getState().pages.has(page);
  const nextPage = (): number | null => {
    for (let page = wanted.from; page <= wanted.to; page += 1) if (!isHere(page)) return page;
    const { count, complete, answers } = store.getState();
    const known = answers === question && count !== null ? count : 0;
    const pages = Math.ceil(known / PAGE);
    if (wanted.ahead >= 0 && wanted.ahead < pages && !isHere(wanted.ahead)) return wanted.ahead;
    const nearEnd = known > 0 && !complete && wanted.last + NEAR_END >= known;
    return nearEnd && !isHere(pages) ? pages : null;
  };

  const take = (page: number, asked: Question, answer: Result<RowPage<Row, Facts>, Problem>) => {
    if (!answer.ok) {
      // After sign-out no row of the previous profile may stay on the screen.
      const kept = answer.error.code === 'not-connected' ? unread : store.getState();
      return store.setState({ ...kept, problem: answer.error });
    }
    const { rows, total, facts } = answer.value;
    const before = store.getState();
    const same = before.answers === asked;
    const near = (same ? [...before.pages] : []).filter(
      ([number]) => number >= wanted.from - KEPT_AROUND && number <= wanted.to + KEPT_AROUND,
    );
    const length =
      total === null
        ? lengthWith(page, rows.length, same ? before : unread)
        : { count: total, complete: true };
    // Rows that did not change keep their identity, so that memoised rows are not drawn again.
    const pages = new Map(near).set(page, keepEqual(near.find(([number]) => number === page)?.[1], rows));
    store.setState({ pages, ...length, facts, answers: asked, problem: null });
  };

  const run = async () => {
    if (busy) return;
    busy = true;
    for (let page = nextPage(); page !== null; page = nextPage()) {
      const [asked, since] = [question, fresh];
      const answer = await source.read(asked, { offset: page * PAGE, limit: PAGE });
      if (asked !== question) continue;
      take(page, asked, answer);
      if (!answer.ok) break;
      // A commit during the read replaces `fresh` by another set, so this page is read once more.
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
      if (JSON.stringify(next) === JSON.stringify(question)) return;
      question = next;
      wanted = { from: 0, to: 0, ahead: 0, last: 0 };
      stale();
    },
    want: (first, last) => {
      const [from, to] = [Math.floor(first / PAGE), Math.floor(last / PAGE)];
      // Prefetches one page in the direction of scrolling.
      const ahead = from > wanted.from ? to + 1 : from < wanted.from ? from - 1 : wanted.ahead;
      wanted = { from, to, ahead, last };
      void run();
    },
    refetch: stale,
    watch: () => {
      stale();
      return listen((topics) => {
        if (topics.some((topic) => source.topics.includes(topic))) stale();
      });
    },
  };
}

/** Extends the known length of an uncounted list by one of its pages. A page that is not full is the last one. */
function lengthWith(
  page: number,
  rows: number,
  before: { readonly count: number | null; readonly complete: boolean },
): { readonly count: number; readonly complete: boolean } {
  const end = page * PAGE + rows;
  const known = before.count ?? 0;
  if (rows === PAGE)
    return end < known ? { count: known, complete: before.complete } : { count: end, complete: false };
  return { count: rows === 0 ? Math.min(known, end) : end, complete: true };
}
