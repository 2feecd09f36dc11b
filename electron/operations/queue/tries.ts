import type { OperationId } from '../../../shared/ids.ts';
import type { FeedResult } from '../../../shared/relay/results.ts';
import { type Instant, operatorDateTime } from '../../../shared/time.ts';
import type { Sqlite } from '../../db/open.ts';
import { attemptsOf, type AttemptRow } from '../../db/tables/queue/operation-history.ts';
import type { OperationRow } from '../../db/tables/queue/operations.ts';

/** Status codes after which nothing can have been applied (spec part 6); all others leave a doubt. */
const refusals: ReadonlySet<number> = new Set([400, 401, 403, 404, 409, 415, 429, 503]);

/** The tries of an operation that may have been executed, oldest first. */
export function triesThatCount(sqlite: Sqlite, operation: OperationId): readonly AttemptRow[] {
  return attemptsOf(sqlite, operation).filter((attempt) => !hadNoEffect(attempt));
}

/**
 * Whether it was sent and each request refused. Unknown if the file lost its journal, was set back, or received the
 * operation from another laptop.
 */
export function wasAlwaysRefused(
  sqlite: Sqlite,
  { id, attempt, unknown_tries: unknownTries }: Pick<OperationRow, 'id' | 'attempt' | 'unknown_tries'>,
): boolean {
  const tries = attemptsOf(sqlite, id);
  return unknownTries === 0 && tries.length > 0 && tries.length === attempt && tries.every(hadNoEffect);
}

function hadNoEffect({ sent, status }: AttemptRow): boolean {
  return sent === 'no' || (sent === 'answered' && status !== null && refusals.has(status));
}

/** Number of most recent consecutive tries that the operator answered with a 500. */
export function failuresInARow(tries: readonly Pick<AttemptRow, 'code'>[]): number {
  const lastOther = tries.findLastIndex(({ code }) => code !== 'server-error' && code !== 'gateway');
  return tries.length - 1 - lastOther;
}

/** The times of an access; `end` null = open-ended. */
export interface Times {
  readonly start: Instant;
  readonly end: Instant | null;
}

/** The times in a created-result; null for other results and for unreadable times. */
export function timesOf({ kind, payload }: FeedResult): Times | null {
  if (kind !== 'created') return null;
  const [start, end] = [instantOf(payload.start), instantOf(payload.end ?? null)];
  return start === undefined || start === null || end === undefined ? null : { start, end };
}

/** Parses the operator's time format; undefined = unreadable. */
export function instantOf(text: string | null): Instant | null | undefined {
  if (text === null) return null;
  const parsed = operatorDateTime.safeParse(text);
  return parsed.success ? parsed.data : undefined;
}

/**
 * The tries that a matching result can belong to, oldest first: those with the same body, else all that did not request
 * other times (docs/decisions/0011-times-of-each-try.md).
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
 * Whether any try of an operation requested the object that this result names. A test access that starts at its sending
 * requests new times after those of the earlier try have expired.
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
