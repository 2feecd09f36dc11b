import { z } from 'zod';
import type { AssignmentId, OperationId } from '../../../shared/ids.ts';
import type { FeedResult } from '../../../shared/relay/results.ts';
import type { Sqlite } from '../../db/open.ts';
import {
  readAssignmentByOperatorId,
  isOfRevoked,
  takenByAssignment,
} from '../../db/tables/queue/assignments.ts';
import {
  type Candidate,
  candidatesFor,
  type ResultKeys,
  resultsOf,
  wasKeptInAnotherEpoch,
  wasReportedInAnotherEpoch,
} from '../../db/tables/queue/results.ts';
import { secondAccessesOf } from '../../db/tables/queue/incidents.ts';
import { operationsThatSent, unfinishedOfKind } from '../../db/tables/queue/operations.ts';
import { isAnotherAccess } from '../queue/kinds/shared-findings.ts';
import type { AssignmentTimes } from '../queue/kinds/kind.ts';
import { triesThatCount, hasAskedFor, instantOf, timesOf, triesOfResult } from '../queue/tries.ts';
import { loadOperation } from '../queue/kinds/registry.ts';
import { effectOf } from './effects.ts';

/** Which operation a result belongs to, as far as local state can tell now. */
export type Match =
  | { readonly match: 'found'; readonly operation: Candidate }
  /** None yet, or several that it would tell different things about: kept until one of `ask` has been looked up. */
  | { readonly match: 'none'; readonly ask: readonly Candidate[] }
  /** A second access by the same order: an earlier request of it took effect after it was sent again. */
  | { readonly match: 'twice'; readonly operation: Candidate }
  /** Of an order that has ended, but of a try of it that asked for other times than its last one. */
  | { readonly match: 'earlier-try'; readonly operation: Candidate }
  /** Of a removed Box that took the access along, if of anything; `ask` are removals of that access, which may be done by it. */
  | { readonly match: 'box'; readonly ask: readonly Candidate[] };

/**
 * The operation a result belongs to. An access that has its number already is known by it; else the checksum of the body
 * that was sent decides where it fits, then (car, user, start, end) as instants, or what a changed result echoes. A
 * removal has no body: it is known by its assignment, and distinguished from a removed Box by `requestOfRemoval`. A changed access whose
 * result has the checksum of none of ours is read before any change of it ends, whatever the result says, and so is an access that
 * could not be removed. Orders that sent
 * the very same body are interchangeable, so the oldest takes it; between any others nothing is guessed, nor whether a
 * failure is the end of an order that was sent more than once.
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
    const twice = givenTwice(sqlite, candidates, result);
    if (twice !== undefined) return { match: 'twice', operation: twice };
    return ofEarlierTry(sqlite, candidates, result) ?? reported;
  }
  if (isHint(pool, result)) return { match: 'none', ask };
  // An operation found applied by reading has no result yet: this may be its own. An ended operation may have failed before.
  const ended = pool.filter((row) =>
    operationSucceeded ? isFoundByReading(row) : !isOpen(row) && mayHaveFailedBefore(sqlite, row, result),
  );
  const claimants = [...open, ...ended];
  // The relay keeps a result once, so a second one is another's; but a relay that lost its store may receive it again.
  const again = pool.some((row) => !isOpen(row) && wasReportedInAnotherEpoch(sqlite, row.id, epoch, result));
  if (again || !interchangeable(sqlite, claimants, result)) return { match: 'none', ask };
  const operation = ask[0] ?? open.find(({ state }) => state !== 'sending');
  if (operation === undefined) return { match: 'none', ask: [] };
  if (!operationSucceeded && isAsked(operation)) {
    if (ended.length > 0 || wasSentTwice(sqlite, operation, result)) return { match: 'none', ask };
  }
  return { match: 'found', operation };
}

/** The other operations that a kept failure could belong to. Null where it cannot be this operation's. */
export function rivalsFor(sqlite: Sqlite, operation: OperationId, result: FeedResult): Rivals | null {
  const candidates = candidatesOf(sqlite, result);
  const request = result.kind === 'deleted' ? requestOfRemoval(sqlite, candidates, result) : 'access';
  const pool = poolOf(sqlite, candidates, result);
  if (request === 'box' || !pool.some(({ id }) => id === operation)) return null;
  const claimants = pool.filter((row) => isOpen(row) || mayHaveFailedBefore(sqlite, row, result));
  if (claimants.length < 2 && request === 'access') return 'none';
  return interchangeable(sqlite, claimants, result) ? 'alike' : 'others';
}

/** `none`: only its own requests; `alike`: others that want the very same; `others`: something else. */
type Rivals = 'none' | 'alike' | 'others';

/**
 * Was it, or may it have been, sent more than once so that each time could have this result? Then a failure says of one of them only
 * that it was not carried out.
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
      // Else it has certainly not been applied: it never left, or was refused at the door.
      effectOf(sqlite, row) !== null,
  );
}

/**
 * The number of a known access that the operator has given to another one (a UAT reset); null = it has not. The result then names
 * another car or user, or times that the known one never asked for. A result that is reported again is no news of it.
 */
export function numberGivenAgain(sqlite: Sqlite, result: FeedResult, epoch: string): AssignmentId | null {
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
      : // A person may have chosen an access whose times the operator had rounded.
        known.confirmed_by !== 'person' && !explains(known);
  if (!isOther) return null;
  const isOld = candidates.some((row) => row.bound_id !== number && !isOpen(row) && explains(row));
  return isOld || wasKeptInAnotherEpoch(sqlite, epoch, result) ? null : number;
}

/** Of the candidates those that sent this very body, else those that it could be about. */
function poolOf(sqlite: Sqlite, candidates: readonly Candidate[], result: FeedResult): readonly Candidate[] {
  const named = result.kind === 'created' ? result.payload.assignmentId : null;
  // The late word of an access that went with a Box is not that of the one that was made again in its place.
  const isOld = named !== null && isOfRevoked(sqlite, named);
  const unnamed = candidates.filter(
    (row) => (named === null || row.bound_id === null) && !(isOld && isMadeAgain(sqlite, row)),
  );
  const sentAlike = unnamed.filter((row) => sentBody(row, result));
  return sentAlike.length > 0 ? sentAlike : unnamed.filter((row) => couldBe(sqlite, row, result));
}

/** The local state that a result is about, for the indexes. */
export function keysOfResult(result: FeedResult): ResultKeys {
  return result.kind === 'created'
    ? { kind: 'created', carId: result.payload.carId, userId: result.payload.userId }
    : { kind: result.kind, assignmentId: result.payload.assignmentId };
}

/**
 * All have ended: one that says the same knows it already, one alone may be contradicted, several tell nothing. A removal
 * that was found out by reading can have failed all the same, because another one came first.
 */
function amongEnded(pool: readonly Candidate[], { kind, payload }: FeedResult): Match {
  const agreeing = pool.filter(({ state }) => state === (payload.operationSucceeded ? 'done' : 'failed'));
  const [only, second] = pool;
  const operation =
    agreeing.find((row) => row.confirmed_by !== 'result') ??
    agreeing.at(-1) ??
    (kind === 'deleted' ? pool.find((row) => row.confirmed_by !== 'result') : undefined) ??
    (second === undefined ? only : undefined);
  return operation === undefined ? { match: 'none', ask: [] } : { match: 'found', operation };
}

/**
 * The order of which this is a second access: it is done by another one, and more requests of it may have been executed
 * than accesses are known to be its own. One that was sent once has made no second one, so that belongs to another order.
 */
function givenTwice(
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
 * The order that asked for these times before it asked for others. While it is open they tell nothing about its last try, so
 * the result is kept; after its end a failure is explained, and a success means that the access was given all the same.
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

function isOpen({ state }: Candidate): boolean {
  return state !== 'done' && state !== 'failed' && state !== 'cancelled';
}

/** Does the operator owe word of it, so that it can be looked up? */
export function isAsked({ state }: Candidate): boolean {
  return state === 'awaiting-result' || state === 'unknown';
}

/** Has it ended although a failure of one of its requests may not have been reported yet? */
function mayHaveFailedBefore(sqlite: Sqlite, row: Candidate, result: FeedResult): boolean {
  const couldFail =
    row.state === 'cancelled' || result.kind === 'deleted' || wasSentTwice(sqlite, row, result);
  return couldFail && mayHaveBeenExecuted(sqlite, row) > resultsOf(sqlite, row.id).length;
}

/** How many requests of it. */
function mayHaveBeenExecuted(sqlite: Sqlite, row: Candidate): number {
  return triesThatCount(sqlite, row.id).length + row.unknown_tries;
}

function isFoundByReading({ state, confirmed_by: by }: Candidate): boolean {
  return state === 'done' && by === 'query';
}

/**
 * Whether only the access connects it with a request of ours. A colleague's or another laptop's says the same, so reading
 * decides; the result is then the word of what reading has found (docs/decisions/0024-what-result-matching-infers.md). "It is gone" is
 * true of the access after any removal; "it could not be removed" answers one request, and a removal has no body to show which.
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

/** Removals of accesses that had the same number one after the other report in the same words. */
function isOfOneAccess(sqlite: Sqlite, removals: readonly Candidate[]): boolean {
  const locals = removals.flatMap((row) => {
    const effect = effectOf(sqlite, row);
    return effect?.effect === 'delete' && effect.local !== null ? [effect.local] : [];
  });
  return new Set(locals).size < 2 && new Set(removals.map(({ lane }) => lane)).size < 2;
}

function isMadeAgain(sqlite: Sqlite, row: Candidate): boolean {
  const effect = effectOf(sqlite, row);
  return effect?.effect === 'create' && effect.again === true;
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
    const reported = instantOf(value ?? null);
    return reported === undefined || reported === wanted;
  });
}

/**
 * Which request of ours a deleted-result answers. An access ends by a removal of its own, or because the Box of its car
 * was removed (spec part 6): both report in the same words, and an access that both are to end has two results. The
 * checksum of the body tells them apart where it is what it is assumed to be. Where it is not, a failure is of `either`
 * as long as a removed Box still waits for one.
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
  if (takenByAssignment(sqlite, assignment).some(({ state }) => state === 'pending deletion')) return true;
  return unfinishedOfKind(sqlite, 'uninstall').some((row) => {
    if (row.attempt === 0 || row.context === null) return false;
    const loaded = loadOperation(row);
    return (
      loaded.ok && loaded.value.cascadeDeletes(row.context)?.some(({ id }) => id === assignment) === true
    );
  });
}
