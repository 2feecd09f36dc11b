import { ok, type Result } from '../../shared/result.ts';
import type { OperatorError } from './operator-error.ts';

/** One page of a collection; `renderQuery` adds `$orderby id` to it. */
export interface Page {
  readonly top: number;
  readonly skip: number;
}

/** Where a read of a whole collection stands; given back as `resume` it goes on from there. */
interface PageProgress {
  /** Rows of the operator's list passed so far. */
  readonly position: number;
  /** The highest id so far; -1 = none. */
  readonly lastId: number;
}

export interface PagesOptions<Row> {
  readonly signal?: AbortSignal;
  /** See CallOptions. */
  readonly sure?: boolean;
  /** Rows wanted per page; the operator may give fewer (its maximum is not known) or more (it ignores `$top`). */
  readonly pageSize?: number;
  readonly resume?: PageProgress;
  /** Called with rows not seen before; reading goes on when it is done. */
  readonly onPage?: (rows: readonly Row[], progress: PageProgress) => void | Promise<void>;
}

export interface Identified {
  readonly id: number;
}

/** Reads one page. */
type FetchPage<Row> = (page: Page) => Promise<Result<readonly Row[], OperatorError>>;

const PAGE_SIZE = 200;
/** An end for servers odder than foreseen. */
const MOST_KNOWN_PAGES = 1000;
const START: PageProgress = { position: 0, lastId: -1 };

/**
 * Reads a whole collection, each row once, in pages ordered by id.
 *
 * Each page overlaps the one before by one row: where that row does not come, rows before it have vanished meanwhile,
 * and the read steps back, so that none is skipped. Rows that appear push known ones into the page; those are dropped
 * by their id. A capped `$top` makes more pages, an ignored one fewer. Where `$orderby` is ignored the collection is
 * swept until nothing new comes.
 */
export async function readPages<Row extends Identified>(
  fetch: FetchPage<Row>,
  options: PagesOptions<Row> = {},
): Promise<Result<readonly Row[], OperatorError>> {
  const top = options.pageSize ?? PAGE_SIZE;
  const collected = new Map<number, Row>();
  const passedBefore = (options.resume ?? START).lastId;
  let { position, lastId } = options.resume ?? START;

  const keep = async (page: readonly Row[], progress: PageProgress): Promise<number> => {
    const fresh = page.filter(({ id }) => id > passedBefore && !collected.has(id));
    for (const row of fresh) collected.set(row.id, row);
    if (fresh.length > 0) await options.onPage?.(fresh, progress);
    return fresh.length;
  };

  let longest = 0;
  let overlapping = position > 0;
  let firstPage = '';
  let knownOnly = 0;
  let likeTheFirst = 0;
  while (knownOnly < MOST_KNOWN_PAGES && likeTheFirst < 2) {
    const skip = overlapping ? position - 1 : position;
    const answer = await fetch({ top, skip });
    if (!answer.ok) return answer;
    const page = answer.value;
    if (!inOrder(page)) {
      // The passed rows mean nothing without an order: a resumed read starts again.
      const swept = await sweepUntilQuiet(fetch, top, (rows) => keep(rows, START));
      return swept.ok ? ok([...collected.values()]) : swept;
    }
    const firstId = page[0]?.id;
    if (overlapping && (firstId === undefined || firstId > lastId)) {
      // Half a page back, so that the next one holds known rows as well as what follows them.
      position = Math.max(0, position - Math.ceil(Math.max(2, longest > 0 ? longest : top) / 2));
      overlapping = position > 0;
      continue;
    }
    if (page.length === 0) break;
    position = skip + page.length;
    lastId = Math.max(lastId, page.at(-1)?.id ?? -1);
    const fresh = await keep(page, { position, lastId });
    // The one known row on a page that could hold more: nothing follows it.
    if (fresh === 0 && overlapping && page.length < longest && page.at(-1)?.id === lastId) break;
    // A page of known rows proves nothing: ask what follows it. A single one that is asked for again would only come again.
    overlapping = Math.max(longest, page.length) > 1 && (fresh > 0 || page.length > 1);
    knownOnly = fresh > 0 ? 0 : knownOnly + 1;
    longest = Math.max(longest, page.length);
    // The first page over and over: `$skip` is ignored, and there is no more to be had.
    const ids = page.map(({ id }) => id).join();
    if (firstPage === '') firstPage = ids;
    else likeTheFirst = ids === firstPage && fresh === 0 ? likeTheFirst + 1 : 0;
  }
  return ok([...collected.values()]);
}

/** Ids strictly rising: what `$orderby id` promises. */
function inOrder(page: readonly Identified[]): boolean {
  return page.every(({ id }, index) => index === 0 || id > (page[index - 1]?.id ?? -1));
}

/**
 * A page of a shuffled list misses a row by chance, and so does a sweep of such pages (about one row in three at worst):
 * this many sweeps in a row without anything new make a missed one unlikely enough.
 */
const QUIET_SWEEPS = 8;
const MOST_SWEEPS = 60;
/** Large pages make few of them; a list that comes in one page cannot have lost a row. */
const LARGEST_PAGE = 10_000;

/** Reads a collection that comes in no reliable order, over and over, until several sweeps in a row brought nothing. */
async function sweepUntilQuiet<Row>(
  fetch: FetchPage<Row>,
  pageSize: number,
  keep: (rows: readonly Row[]) => Promise<number>,
): Promise<Result<null, OperatorError>> {
  let known = 0;
  let quiet = 0;
  for (let sweeps = 0; sweeps < MOST_SWEEPS && quiet < QUIET_SWEEPS; sweeps += 1) {
    const top = Math.min(LARGEST_PAGE, Math.max(pageSize, 2 * known));
    const before = known;
    let pages = 0;
    let skip = 0;
    // Bounded, because a server may ignore `$skip` as well and never answer an empty page.
    while (skip <= 2 * (known + top)) {
      const answer = await fetch({ top, skip });
      if (!answer.ok) return answer;
      if (answer.value.length === 0) break;
      known += await keep(answer.value);
      skip += answer.value.length;
      pages += 1;
    }
    if (pages <= 1) return ok(null);
    quiet = known === before ? quiet + 1 : 0;
  }
  return ok(null);
}

/** Makes a gate that lets at most `most` tasks run at once; the others wait in order. */
export function createLimit(most: number): <Value>(task: () => Promise<Value>) => Promise<Value> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      // The place is passed on, not given back, so that no other caller slips in between.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
