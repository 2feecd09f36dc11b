import { ok, type Result } from '../../shared/result.ts';
import type { OperatorError } from './operator-error.ts';
import type { FetchPage } from './paging.ts';

/**
 * A page of a shuffled list misses a row by chance, and so does a sweep of such pages (about one row in three at worst):
 * this many sweeps in a row without anything new make a missed one unlikely enough.
 */
const QUIET_SWEEPS = 8;
const MOST_SWEEPS = 60;
/** Large pages make few of them; a list that comes in one page cannot have lost a row. */
const LARGEST_PAGE = 10_000;

/** Reads a collection that comes in no reliable order, over and over, until several sweeps in a row brought nothing. */
export async function sweepUntilQuiet<Row>(
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
