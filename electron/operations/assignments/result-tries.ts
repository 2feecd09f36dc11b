import type { OperationId } from '../../../shared/ids.ts';
import type { FeedResult } from '../../../shared/relay/feed.ts';
import { type Instant, operatorDateTime } from '../../../shared/time.ts';
import type { Sqlite } from '../../db/open.ts';
import type { AttemptRow } from '../../db/tables/queue/operation-history.ts';
import { triesThatCount } from '../queue/tries.ts';

/** The times of an access; `end` null = open-ended. */
export interface Times {
  readonly start: Instant;
  readonly end: Instant | null;
}

/** The times that a created-result names; null for other results, and for times that cannot be read. */
export function timesOf({ kind, payload }: FeedResult): Times | null {
  if (kind !== 'created') return null;
  const [start, end] = [instantOf(payload.start), instantOf(payload.end ?? null)];
  return start === undefined || start === null || end === undefined ? null : { start, end };
}

/** A time as the operator writes it; undefined = it cannot be read. */
export function instantOf(text: string | null): Instant | null | undefined {
  if (text === null) return null;
  const parsed = operatorDateTime.safeParse(text);
  return parsed.success ? parsed.data : undefined;
}

/**
 * The tries of an operation that a result fitting it can be of, oldest first: those that sent its very body, else all that
 * did not ask for other times (docs/decisions/0011-times-of-each-try.md).
 */
export function triesOfResult(
  sqlite: Sqlite,
  operation: OperationId,
  result: FeedResult,
): readonly AttemptRow[] {
  const tries = triesThatCount(sqlite, operation);
  const alike = tries.filter((attempt) => sentBody(attempt, result));
  if (alike.length > 0) return alike;
  const times = timesOf(result);
  return tries.filter((attempt) => times === null || attempt.start_at === null || askedFor(attempt, times));
}

/**
 * Has an operation asked for what this result names, in whichever try? One that asks for an access "from when it is sent"
 * asks for other times once those of the try before have run out.
 */
export function hasAskedFor(sqlite: Sqlite, operation: OperationId, result: FeedResult): boolean {
  const times = timesOf(result);
  return (
    times !== null &&
    triesThatCount(sqlite, operation).some((attempt) => sentBody(attempt, result) || askedFor(attempt, times))
  );
}

function sentBody({ checksum }: AttemptRow, { payload }: FeedResult): boolean {
  return checksum === payload.checksum.toUpperCase();
}

function askedFor(attempt: AttemptRow, { start, end }: Times): boolean {
  return attempt.start_at === start && attempt.end_at === end;
}
