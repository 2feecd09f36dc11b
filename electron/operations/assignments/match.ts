import { z } from 'zod';
import type { AssignmentId, OperationId } from '../../../shared/ids.ts';
import type { FeedResult } from '../../../shared/relay/results.ts';
import type { Sqlite } from '../../db/open.ts';
import {
  readAssignmentByOperatorId,
  isOfRevoked,
  revokedByAssignment,
} from '../../db/tables/queue/assignments.ts';
import {
  type Candidate,
  candidatesFor,
  type ResultKeys,
  resultsOf,
  tickOfSameContent,
  wasKeptInAnotherEpoch,
  wasReportedInAnotherEpoch,
} from '../../db/tables/queue/results.ts';
import { tickOfFirstTry, type Tick, secondAccessesOf } from '../../db/tables/queue/operation-history.ts';
import { operationsThatSent, unfinishedOfKind } from '../../db/tables/queue/operations.ts';
import type { AssignmentPatch } from '../../operator/endpoints/assignments.ts';
import { isAnotherAccess } from '../queue/kinds/shared-findings.ts';
import { triesThatCount, hasAskedFor, instantOf, timesOf, triesOfResult } from '../queue/tries.ts';
import { loadOperation } from '../queue/kinds/registry.ts';
import { effectOf } from './effects.ts';

/* The matching of a result to the operation that requested it. */

/** The operation of a result, as far as local state can tell now. */
export type Match =
  | { readonly match: 'found'; readonly operation: Candidate }
  /** No match yet, or several with different consequences: the result is kept until one of `ask` was read. */
  | { readonly match: 'none'; readonly ask: readonly Candidate[] }
  /** A second access from the same order: an earlier request took effect after the order was sent again. */
  | { readonly match: 'twice'; readonly operation: Candidate }
  /** Belongs to an ended order, but to an earlier try that requested other times than the last. */
  | { readonly match: 'earlier-try'; readonly operation: Candidate }
  /**
   * Belongs to a removed Box that revoked the access, if to anything. `ask`: removals of that access which it may also
   * complete.
   */
  | { readonly match: 'box'; readonly ask: readonly Candidate[] };

/**
 * The operation of a result. A known assignment number decides first. Else the checksum of the sent body decides where
 * it fits, then (car, user, start, end) as instants, or the values that a changed result echoes. A removal has no body:
 * its assignment identifies it, and `requestOfRemoval` tells it from a removed Box. If no request of ours has the
 * checksum of a changed result, the access is read before any change of it ends, whatever the result reports. The same
 * holds for a failed removal. Orders with identical bodies are interchangeable, so the oldest one matches. In all other
 * cases nothing is guessed, including whether a failure ends an order that was sent more than once.
 */
export function matchResult(sqlite: Sqlite, result: FeedResult, epoch: string): Match {
  const candidates = candidatesOf(sqlite, result);
  const named = result.kind === 'created' ? result.payload.assignmentId : null;
  const known = named === null ? undefined : candidates.find(({ bound_id: id }) => id === named);
  if (known !== undefined) return { match: 'found', operation: known };

  const { operationSucceeded } = result.payload;
  const pool = poolOf(sqlite, candidates, result);
  const open = pool.filter(isOpen);
  const ask = open.filter(isAsked);
  if (result.kind === 'deleted') {
    const request = requestOfRemoval(sqlite, candidates, result);
    if (request === 'box') return { match: 'box', ask };
    if (request === 'either' && !operationSucceeded) return { match: open.length > 0 ? 'none' : 'box', ask };
  }
  if (open.length === 0) {
    const reported = amongEnded(pool, result);
    if (reported.match !== 'none') return reported;
    const twice = orderWithSecondAccess(sqlite, candidates, result);
    if (twice !== undefined) return { match: 'twice', operation: twice };
    return ofEarlierTry(sqlite, candidates, result) ?? reported;
  }
  if (isHint(pool, result)) return { match: 'none', ask };
  // An operation confirmed only by a read has no result yet: this one may be its own. An ended operation may have an
  // unreported earlier failure.
  const ended = pool.filter((row) =>
    operationSucceeded ? isFoundByReading(row) : !isOpen(row) && mayHaveFailedBefore(sqlite, row, result),
  );
  const claimants = [...open, ...ended];
  // The relay stores a result once, so a second one belongs to another order; but a relay that lost its store may
  // receive the first one again.
  const again = pool.some((row) => !isOpen(row) && wasReportedInAnotherEpoch(sqlite, row.id, epoch, result));
  if (again || !interchangeable(sqlite, claimants, result)) return { match: 'none', ask };
  const operation = ask[0] ?? open.find(({ state }) => state !== 'sending');
  if (operation === undefined) return { match: 'none', ask: [] };
  if (!operationSucceeded && isAsked(operation)) {
    if (ended.length > 0 || wasSentTwice(sqlite, operation, result)) return { match: 'none', ask };
  }
  return { match: 'found', operation };
}

/** The other operations that may own a kept failure; null when it cannot belong to this one. */
export function competingOrders(
  sqlite: Sqlite,
  operation: OperationId,
  result: FeedResult,
): Competition | null {
  const candidates = candidatesOf(sqlite, result);
  const request = result.kind === 'deleted' ? requestOfRemoval(sqlite, candidates, result) : 'access';
  const pool = poolOf(sqlite, candidates, result);
  if (request === 'box' || !pool.some(({ id }) => id === operation)) return null;
  const claimants = pool.filter((row) => isOpen(row) || mayHaveFailedBefore(sqlite, row, result));
  if (claimants.length < 2 && request === 'access') return 'none';
  return interchangeable(sqlite, claimants, result) ? 'alike' : 'others';
}

/** `none`: only this operation's requests; `alike`: other orders with the same goal; `others`: different orders. */
type Competition = 'none' | 'alike' | 'others';

/**
 * Whether the order was, or may have been, sent more than once so that each request could have this result. Then the
 * failure proves only that one of the requests was not carried out.
 */
export function wasSentTwice(
  sqlite: Sqlite,
  row: Pick<Candidate, 'id' | 'unknown_tries'>,
  result: FeedResult,
): boolean {
  return triesOfResult(sqlite, row.id, result).length + row.unknown_tries > 1;
}

function candidatesOf(sqlite: Sqlite, result: FeedResult): readonly Candidate[] {
  return candidatesFor(sqlite, keysOfResult(result)).filter(
    (row) =>
      row.customer_id === result.customerId &&
      row.environment === result.environment &&
      // Otherwise it certainly was not applied: it was never sent, or was refused at once.
      effectOf(sqlite, row) !== null,
  );
}

/**
 * The number of a known access that the operator has reassigned (a UAT reset); null = not reassigned. Then the result
 * names another car or user, or times that the known access never requested. A repeated result does not count.
 */
export function reusedNumber(sqlite: Sqlite, result: FeedResult, epoch: string): AssignmentId | null {
  if (result.kind !== 'created' || !result.payload.operationSucceeded) return null;
  const { assignmentId: number, carId, userId } = result.payload;
  const local = number === null ? undefined : readAssignmentByOperatorId(sqlite, number);
  if (number === null || local === undefined || timesOf(result) === null) return null;
  const candidates = candidatesOf(sqlite, result);
  const explains = (row: Candidate) =>
    sentBody(row, result) || couldBe(sqlite, row, result) || hasAskedFor(sqlite, row.id, result);
  const known = candidates.find(({ bound_id: id }) => id === number);
  const isOther =
    known === undefined
      ? isAnotherAccess({ carId, userId }, { carId: local.car_id, userId: local.user_id })
      : // A person may have chosen an access with times that the operator rounded.
        known.confirmed_by !== 'person' && !explains(known);
  if (!isOther) return null;
  const isOld = candidates.some((row) => row.bound_id !== number && !isOpen(row) && explains(row));
  return isOld || wasKeptInAnotherEpoch(sqlite, epoch, result) ? null : number;
}

/** The candidates that sent this body, else all candidates. */
function poolOf(sqlite: Sqlite, candidates: readonly Candidate[], result: FeedResult): readonly Candidate[] {
  const named = result.kind === 'created' ? result.payload.assignmentId : null;
  // A late result of an access revoked with a Box does not belong to the one re-created in its place.
  const isOld = named !== null && isOfRevoked(sqlite, named);
  const unnamed = candidates.filter(
    (row) => (named === null || row.bound_id === null) && !isRecreatedAfter(sqlite, row, named, isOld),
  );
  const sentAlike = unnamed.filter((row) => sentBody(row, result));
  return sentAlike.length > 0 ? sentAlike : unnamed.filter((row) => couldBe(sqlite, row, result));
}

/** The lookup keys of a result. */
export function keysOfResult(result: FeedResult): ResultKeys {
  return result.kind === 'created'
    ? { kind: 'created', carId: result.payload.carId, userId: result.payload.userId }
    : { kind: result.kind, assignmentId: result.payload.assignmentId };
}

/**
 * All candidates have ended. One that reports the same outcome is the match, a single one may be contradicted, and
 * several are ambiguous. A removal confirmed by a read may have failed all the same, because another removal came
 * first.
 */
function amongEnded(pool: readonly Candidate[], { kind, payload }: FeedResult): Match {
  // Of several removals of one access only the first can succeed, so a failure contradicts none of them.
  const isExplained = kind === 'deleted' && !payload.operationSucceeded && pool.every(isDone);
  const agreeing = pool.filter(({ state }) => state === (payload.operationSucceeded ? 'done' : 'failed'));
  const [only, second] = pool;
  const operation =
    agreeing.find((row) => row.confirmed_by !== 'result') ??
    agreeing.at(-1) ??
    (kind === 'deleted' ? pool.find((row) => row.confirmed_by !== 'result') : undefined) ??
    (second === undefined ? only : undefined) ??
    (isExplained ? pool.at(-1) : undefined);
  return operation === undefined ? { match: 'none', ask: [] } : { match: 'found', operation };
}

/**
 * The order that this is a second access of: it was completed with another access, and more of its requests may have
 * been executed than accesses are known as its own. An order that was sent once cannot have created a second one.
 */
function orderWithSecondAccess(
  sqlite: Sqlite,
  candidates: readonly Candidate[],
  result: FeedResult,
): Candidate | undefined {
  const { assignmentId, operationSucceeded } = result.payload;
  if (result.kind !== 'created' || !operationSucceeded || assignmentId === null) return undefined;
  return candidates.find((row) => {
    if (row.state !== 'done' || row.bound_id === null) return false;
    const wasAsked =
      sentBody(row, result) || couldBe(sqlite, row, result) || hasAskedFor(sqlite, row.id, result);
    if (!wasAsked) return false;
    const others = secondAccessesOf(sqlite, row.id).filter(({ subject }) => subject !== assignmentId);
    return mayHaveBeenExecuted(sqlite, row) > 1 + others.length;
  });
}

/**
 * The order that requested these times in an earlier try. While it is open the result proves nothing about the last
 * try, so it is kept. After its end a failure is explained, and a success means that the access was created all the
 * same.
 */
function ofEarlierTry(
  sqlite: Sqlite,
  candidates: readonly Candidate[],
  result: FeedResult,
): Match | undefined {
  const asked = candidates.filter((row) => hasAskedFor(sqlite, row.id, result));
  const [operation] = asked.filter(({ state }) => !result.payload.operationSucceeded || state !== 'done');
  return operation === undefined || asked.some(isOpen) ? undefined : { match: 'earlier-try', operation };
}

const isDone = ({ state }: Candidate): boolean => state === 'done';

function isOpen({ state }: Candidate): boolean {
  return state !== 'done' && state !== 'failed' && state !== 'cancelled';
}

/** Whether the operator still owes its result, so that a read can decide. */
export function isAsked({ state }: Candidate): boolean {
  return state === 'awaiting-result' || state === 'unknown';
}

/** Whether it has ended while a failure of one of its requests may be unreported. */
function mayHaveFailedBefore(sqlite: Sqlite, row: Candidate, result: FeedResult): boolean {
  const couldFail =
    row.state === 'cancelled' || result.kind === 'deleted' || wasSentTwice(sqlite, row, result);
  return couldFail && mayHaveBeenExecuted(sqlite, row) > resultsOf(sqlite, row.id).length;
}

/** Number of its requests that may have been executed. */
function mayHaveBeenExecuted(sqlite: Sqlite, row: Candidate): number {
  return triesThatCount(sqlite, row.id).length + row.unknown_tries;
}

function isFoundByReading({ state, confirmed_by: by }: Candidate): boolean {
  return state === 'done' && by === 'query';
}

/**
 * Whether only the access links the result to a request of ours. Results for a colleague or another laptop look the
 * same, so a read decides, and the result confirms what it finds (docs/decisions/0024-what-result-matching-infers.md).
 * A success is true of the access after any removal. A failure answers one request, and a removal has no body to show
 * which.
 */
export function isHint(pool: readonly Candidate[], result: FeedResult): boolean {
  switch (result.kind) {
    case 'created':
      return false;
    case 'updated':
      return !pool.some((row) => sentBody(row, result));
    case 'deleted':
      return !result.payload.operationSucceeded;
  }
}

function interchangeable(sqlite: Sqlite, claimants: readonly Candidate[], { kind }: FeedResult): boolean {
  const [first] = claimants;
  return kind === 'deleted'
    ? isOfOneAccess(sqlite, claimants)
    : claimants.every(({ checksum }) => checksum === first?.checksum);
}

/** Removals of successive accesses with the same number have identical results. */
function isOfOneAccess(sqlite: Sqlite, removals: readonly Candidate[]): boolean {
  const locals = removals.flatMap((row) => {
    const effect = effectOf(sqlite, row);
    return effect?.effect === 'delete' && effect.local !== null ? [effect.local] : [];
  });
  return new Set(locals).size < 2 && new Set(removals.map(({ lane }) => lane)).size < 2;
}

/** Whether the operation creates an access again in the place of the one with this number. */
function isRecreatedAfter(sqlite: Sqlite, row: Candidate, named: number | null, isOld: boolean): boolean {
  if (named === null) return false;
  const effect = effectOf(sqlite, row);
  return effect?.effect === 'create' && effect.again === true && (isOld || effect.replaces === named);
}

/**
 * Whether a created-result was fetched before the operation's first request was sent, so that it answers another one: a
 * colleague's with the same body, or an earlier one from before a set-back. Not if a lost try may have been sent, and not
 * where a read has found the number.
 */
export function isBeforeItsRequest(
  sqlite: Sqlite,
  { id, bound_id: bound, unknown_tries: unknown }: Pick<Candidate, 'id' | 'bound_id' | 'unknown_tries'>,
  result: FeedResult,
  tick: Tick,
): boolean {
  if (result.kind !== 'created' || unknown > 0) return false;
  if (bound !== null && bound === result.payload.assignmentId) return false;
  const first = tickOfFirstTry(sqlite, id);
  if (first === null) return false;
  return Math.min(tick, tickOfSameContent(sqlite, result) ?? tick) < first;
}

function sentBody(row: Candidate, { kind, payload }: FeedResult): boolean {
  return kind !== 'deleted' && row.checksum === payload.checksum.toUpperCase();
}

function couldBe(sqlite: Sqlite, row: Candidate, result: FeedResult): boolean {
  switch (result.kind) {
    case 'created': {
      const [effect, times] = [effectOf(sqlite, row), timesOf(result)];
      return effect?.effect === 'create' && effect.start === times?.start && effect.end === times.end;
    }
    case 'updated': {
      const effect = effectOf(sqlite, row);
      return effect?.effect === 'update' && mayMatchPatch(result.payload.updateData ?? null, effect.patch);
    }
    case 'deleted':
      return true;
  }
}

const echoedTime = z.looseObject({ path: z.enum(['/start', '/end']), value: z.string().nullish() });

/**
 * Whether a result with this echo may belong to this patch. Only an echo that certainly differs (a colleague's change
 * of the same access) excludes it: the echo may be absent, and its format is barely documented.
 */
function mayMatchPatch(updateData: readonly unknown[] | null, patch: AssignmentPatch): boolean {
  return (updateData ?? []).every((raw) => {
    const operation = echoedTime.safeParse(raw);
    if (!operation.success) return true;
    const { path, value } = operation.data;
    const wanted = path === '/start' ? patch.start : patch.end;
    const reported = instantOf(value ?? null);
    return reported === undefined || reported === wanted;
  });
}

/**
 * Which of our requests a deleted-result answers. An access ends by its own removal, or because its car's Box was
 * removed (spec part 6). Both results look the same, and an access with both requests gets two. The body's checksum
 * tells them apart if the assumption about it holds. If not, a failure belongs to `either` while a removed Box still
 * waits for one.
 */
export function requestOfRemoval(
  sqlite: Sqlite,
  removals: readonly Candidate[],
  { payload }: Extract<FeedResult, { kind: 'deleted' }>,
): 'access' | 'box' | 'either' {
  if (removals.length === 0) return 'box';
  const checksum = payload.checksum.toUpperCase();
  if (removals.some((row) => row.checksum === checksum)) return 'access';
  if (operationsThatSent(sqlite, 'uninstall', checksum).length > 0) return 'box';
  return isBoxAwaited(sqlite, payload.assignmentId) ? 'either' : 'access';
}

function isBoxAwaited(sqlite: Sqlite, assignment: AssignmentId): boolean {
  if (revokedByAssignment(sqlite, assignment).some(({ state }) => state === 'pending deletion')) return true;
  return unfinishedOfKind(sqlite, 'uninstall').some((row) => {
    if (row.attempt === 0 || row.context === null) return false;
    const loaded = loadOperation(row);
    return (
      loaded.ok && loaded.value.cascadeDeletes(row.context)?.some(({ id }) => id === assignment) === true
    );
  });
}
