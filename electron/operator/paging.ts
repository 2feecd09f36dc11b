import { ok, type Result } from '../../shared/result.ts';
import type { OperatorError } from './operator-error.ts';

/** One page of a collection; `renderQuery` adds `$orderby id` to it. */
export interface Page {
  readonly top: number;
  readonly skip: number;
}

/** The position in a read of a whole collection; passed as `resume` it continues from there. */
export interface PageProgress {
  /** Number of rows passed in the operator's list. */
  readonly position: number;
  /** The highest id so far; -1 = none. */
  readonly lastId: number;
}

/** Options of a read of a whole collection. */
export interface PagesOptions<Row> {
  readonly signal?: AbortSignal;
  /** See CallOptions. */
  readonly sure?: boolean;
  /** Requested rows per page; the operator may return fewer (its maximum is not known) or more (it ignores `$top`). */
  readonly pageSize?: number;
  readonly resume?: PageProgress;
  /** Called when rows before `resume` have vanished: the read begins at the first row and returns known rows too. */
  readonly onRestart?: () => void | Promise<void>;
  /** Called with new rows; the read continues when it resolves. */
  readonly onPage?: (rows: readonly Row[], progress: PageProgress) => void | Promise<void>;
}

/** A row with the id by which pages are ordered. */
export interface Identified {
  readonly id: number;
}

/** Reads one page. */
type FetchPage<Row> = (page: Page) => Promise<Result<readonly Row[], OperatorError>>;

const PAGE_SIZE = 200;
/** Upper bound of pages without new rows, against endless reads. */
const MOST_KNOWN_PAGES = 1000;
/** Distance in rows that insertions during one read do not reach. */
const FAR_BEHIND = 1_000_000;
/** The position before the first row. */
export const START: PageProgress = { position: 0, lastId: -1 };

/**
 * Reads a whole collection, each row once, in pages ordered by id. Each page overlaps the previous one by one row. If
 * that row is missing, earlier rows were deleted meanwhile, and the read steps back so that none is skipped. Inserted
 * rows push known ones into the page; those are dropped by their id. A capped `$top` means more pages, an ignored one
 * fewer. Where `$orderby` is ignored, the collection is swept until no new row appears. A resumed read continues only if
 * the row before its position is still the same; otherwise it cannot tell which of the earlier rows have vanished.
 */
export async function readPages<Row extends Identified>(
  fetch: FetchPage<Row>,
  options: PagesOptions<Row> = {},
): Promise<Result<readonly Row[], OperatorError>> {
  const top = options.pageSize ?? PAGE_SIZE;
  const collected = new Map<number, Row>();
  let passedBefore = (options.resume ?? START).lastId;
  let { position, lastId } = options.resume ?? START;

  const keep = async (page: readonly Row[], progress: PageProgress): Promise<number> => {
    const fresh = page.filter(({ id }) => id > passedBefore && !collected.has(id));
    for (const row of fresh) collected.set(row.id, row);
    if (fresh.length > 0) await options.onPage?.(fresh, progress);
    return fresh.length;
  };

  let longest = 0;
  let isResuming = position > 0;
  let overlapping = isResuming;
  let previousIds = '';
  let knownOnly = 0;
  while (knownOnly < MOST_KNOWN_PAGES) {
    const skip = overlapping ? position - 1 : position;
    const answer = await fetch({ top, skip });
    if (!answer.ok) return answer;
    const page = answer.value;
    const firstId = page[0]?.id;
    if (isResuming && !(inOrder(page) && firstId === lastId)) {
      await options.onRestart?.();
      ({ position, lastId } = START);
      passedBefore = lastId;
      isResuming = false;
      overlapping = false;
      continue;
    }
    isResuming = false;
    if (!inOrder(page)) {
      // Without an order the position is meaningless.
      const swept = await sweepUntilStable(fetch, top, (rows) => keep(rows, START));
      return swept.ok ? ok([...collected.values()]) : swept;
    }
    if (overlapping && (firstId === undefined || firstId > lastId)) {
      // Steps half a page back, so that the next page holds known rows and the ones after them.
      position = Math.max(0, position - Math.ceil(Math.max(2, longest > 0 ? longest : top) / 2));
      overlapping = position > 0;
      continue;
    }
    if (page.length === 0) break;
    position = skip + page.length;
    lastId = Math.max(lastId, page.at(-1)?.id ?? -1);
    const fresh = await keep(page, { position, lastId });
    // Only the overlapping known row is on a page that could hold more: this is the end.
    if (fresh === 0 && overlapping && page.length < longest && page.at(-1)?.id === lastId) break;
    // A page of known rows proves nothing, so the read continues after it. Overlapping by a single row would return the
    // same page again.
    overlapping = Math.max(longest, page.length) > 1 && (fresh > 0 || page.length > 1);
    knownOnly = fresh > 0 ? 0 : knownOnly + 1;
    longest = Math.max(longest, page.length);
    // The same page at another position: `$skip` is ignored, or rows were inserted before it. A page that is the same
    // far behind the end proves the former: no more rows can be read.
    const ids = idsOf(page);
    if (ids === previousIds) {
      const far = await fetch({ top, skip: position + FAR_BEHIND });
      if (!far.ok) return far;
      if (idsOf(far.value) === ids) break;
    }
    previousIds = ids;
  }
  return ok([...collected.values()]);
}

function idsOf(page: readonly Identified[]): string {
  return page.map(({ id }) => id).join();
}

/** Whether ids strictly ascend, as `$orderby id` promises. */
function inOrder(page: readonly Identified[]): boolean {
  return page.every(({ id }, index) => index === 0 || id > (page[index - 1]?.id ?? -1));
}

/**
 * Number of consecutive sweeps without new rows that end a read. A page of an unordered list misses rows at random, and
 * so does a sweep (about one row in three at worst), so several sweeps without new rows are needed.
 */
const QUIET_SWEEPS = 8;
const MOST_SWEEPS = 60;
/** Page size of a sweep: a list in one page cannot lose a row. */
const LARGEST_PAGE = 10_000;

/** Reads an unordered collection repeatedly, until several consecutive sweeps find no new row. */
async function sweepUntilStable<Row>(
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
    // Bounded, because a server may ignore `$skip` too and never return an empty page.
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

/** A semaphore: at most `most` tasks run at once, the others wait in order. */
export function createLimit(most: number): <Value>(task: () => Promise<Value>) => Promise<Value> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      // The slot is passed to the next waiter, not released, so that no other caller can take it in between.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
