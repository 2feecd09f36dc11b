import { z } from 'zod';
import type { FeedResult } from '../../shared/relay/feed.ts';
import { operatorDateTime } from '../../shared/time.ts';
import type { Sqlite } from '../db/open.ts';
import { type Candidate, candidatesFor, type ResultKeys } from '../db/tables/queue/expected-results.ts';
import { wasToldInAnotherEpoch } from '../db/tables/queue/results.ts';
import { effectOf } from './effect-of.ts';
import type { AssignmentTimes } from '../queue/kinds/kind.ts';

/** Which operation a result belongs to, as far as local state can tell now. */
export type Match =
  | { readonly match: 'found'; readonly operation: Candidate }
  /** None yet, or several that it would tell different things about: kept until one of `ask` has been looked up. */
  | { readonly match: 'none'; readonly ask: readonly Candidate[] };

/**
 * The operation a result belongs to. An access that has its number already is known by it; else the checksum of the body
 * that was sent decides where it fits, then (car, user, start, end) as instants, or what a changed result echoes. A
 * removal has no body: it is known by its assignment alone. Orders that sent the very same body are interchangeable,
 * so the oldest takes it; between any others nothing is guessed.
 */
export function matchResult(sqlite: Sqlite, result: FeedResult, epoch: string): Match {
  const candidates = candidatesFor(sqlite, keysOfResult(result)).filter(
    (row) =>
      row.customer_id === result.customerId &&
      row.environment === result.environment &&
      // Without a context it has certainly not been applied: it never left, or was refused at the door.
      effectOf(sqlite, row) !== null,
  );
  const named = result.kind === 'created' ? result.payload.assignmentId : null;
  const known = named === null ? undefined : candidates.find(({ bound_id: id }) => id === named);
  if (known !== undefined) return { match: 'found', operation: known };

  const unnamed = candidates.filter((row) => named === null || row.bound_id === null);
  const sentAlike = unnamed.filter((row) => sentBody(row, result));
  const pool = sentAlike.length > 0 ? sentAlike : unnamed.filter((row) => couldBe(sqlite, row, result));
  const { operationSucceeded } = result.payload;
  const open = pool.filter(isOpen);
  if (open.length === 0) return amongEnded(pool, operationSucceeded);
  // What reading has found applied has not been reported yet: this may be its word.
  const claimants = operationSucceeded ? [...open, ...pool.filter(isFoundByReading)] : open;
  // The relay keeps a result once, so a second one is another's; but a relay that lost its store may be told again.
  const again = pool.some((row) => !isOpen(row) && wasToldInAnotherEpoch(sqlite, row.id, epoch, result));
  if (again || !interchangeable(claimants, result)) return { match: 'none', ask: open.filter(isAsked) };
  const operation = open.find(isAsked) ?? open.find(({ state }) => state !== 'sending');
  return operation === undefined ? { match: 'none', ask: [] } : { match: 'found', operation };
}

/** What local state a result is about, for the indexes. */
export function keysOfResult(result: FeedResult): ResultKeys {
  return result.kind === 'created'
    ? { kind: 'created', carId: result.payload.carId, userId: result.payload.userId }
    : { kind: result.kind, assignmentId: result.payload.assignmentId };
}

/** All have ended: one that says the same knows it already, one alone may be contradicted, several tell nothing. */
function amongEnded(pool: readonly Candidate[], succeeded: boolean): Match {
  const agreeing = pool.filter(({ state }) => state === (succeeded ? 'done' : 'failed'));
  const [only, second] = pool;
  const operation =
    agreeing.find((row) => row.confirmed_by !== 'result') ??
    agreeing.at(-1) ??
    (second === undefined ? only : undefined);
  return operation === undefined ? { match: 'none', ask: [] } : { match: 'found', operation };
}

function isOpen({ state }: Candidate): boolean {
  return state !== 'done' && state !== 'failed' && state !== 'cancelled';
}

function isAsked({ state }: Candidate): boolean {
  return state === 'awaiting-result' || state === 'unknown';
}

function isFoundByReading({ state, confirmed_by: by }: Candidate): boolean {
  return state === 'done' && by === 'query';
}

function interchangeable(claimants: readonly Candidate[], { kind }: FeedResult): boolean {
  const [first] = claimants;
  return kind === 'deleted' || claimants.every(({ checksum }) => checksum === first?.checksum);
}

function sentBody(row: Candidate, { kind, payload }: FeedResult): boolean {
  return kind !== 'deleted' && row.checksum === payload.checksum.toUpperCase();
}

function couldBe(sqlite: Sqlite, row: Candidate, result: FeedResult): boolean {
  switch (result.kind) {
    case 'created': {
      const { start, end } = result.payload;
      return instantOf(start) === row.start_at && instantOf(end ?? null) === row.end_at;
    }
    case 'updated': {
      const effect = effectOf(sqlite, row);
      return effect?.effect === 'update' && echoes(result.payload.updateData ?? null, effect.patch);
    }
    case 'deleted':
      return true;
  }
}

const echoedTime = z.looseObject({ path: z.enum(['/start', '/end']), value: z.string().nullish() });

/**
 * Could a result that echoes these operations be of this patch? Only what is certainly another one (a colleague's change
 * of the same access) says no: the echo may be absent, and its form is hardly shown.
 */
function echoes(updateData: readonly unknown[] | null, patch: AssignmentTimes): boolean {
  return (updateData ?? []).every((raw) => {
    const operation = echoedTime.safeParse(raw);
    if (!operation.success) return true;
    const { path, value } = operation.data;
    const wanted = path === '/start' ? patch.start : patch.end;
    const told = instantOf(value ?? null);
    return told === undefined || told === wanted;
  });
}

function instantOf(text: string | null): number | null | undefined {
  if (text === null) return null;
  const parsed = operatorDateTime.safeParse(text);
  return parsed.success ? parsed.data : undefined;
}
