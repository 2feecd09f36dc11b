import type { JobRemoval, AccessFate, LostAccess, JobRestore } from '../../../shared/domain/job-removal.ts';
import { type Instant, SECOND } from '../../../shared/time.ts';
import { problem as problemSchema } from '../../../shared/problem.ts';
import type { Role } from '../../../shared/domain/people.ts';
import type { JobId } from '../../../shared/ids.ts';
import type { Sqlite } from '../../db/open.ts';
import { wasAlwaysRefused } from '../../operations/queue/tries.ts';
import { foundByRemoval, hasStayed, isLeaving } from '../../operations/assignments/effects.ts';
import { readOperation, reportedByOf } from '../../db/tables/queue/operations.ts';
import { type RevokedAssignmentRow, revokedAssignmentsOf } from '../../db/tables/queue/assignments.ts';
import { lastTakeOver } from '../../db/tables/queue/hand-overs.ts';
import { createAssignmentKind } from '../../operations/queue/kinds/create-assignment.ts';
import type { DataOf } from '../job-data.ts';
import { newestRestores } from '../kinds.ts';
import {
  changeJobOf,
  type JobChange,
  loadJob,
  ofKind,
  requireStep,
  type JobDirectory,
  type JobParts,
} from '../change.ts';
import { carLabel, carReference } from '../steps/car.ts';

/* The accesses that end with a removed Box, and their recreation after a swap. */

/** The removal of a job with the accesses that end with it; its operation holds the progress. */
export function viewRemoval(
  sqlite: Sqlite,
  directory: Pick<JobDirectory, 'user'>,
  data: DataOf<'removal' | 'swap'>,
): JobRemoval {
  return {
    box: data.oldBox,
    losses: data.losses,
    reason: data.out?.reason ?? null,
    operation: data.out?.operation ?? null,
    accesses: fatesOf(sqlite, directory, data),
  };
}

/** The key of an access: its user and its period. */
export function accessKey({ userId, start, end }: Pick<LostAccess, 'userId' | 'start' | 'end'>): string {
  return `${userId ?? '?'}/${start}/${end ?? '-'}`;
}

/**
 * The removal of a job, and the accesses that it read before its sending. `found` is null without such a list, and for a
 * Box that was already out: an earlier removal ended the accesses, or none did. The job's saved list counts then.
 */
function listOfRemoval(sqlite: Sqlite, out: DataOf<'removal' | 'swap'>['out']) {
  const removal = out === null ? undefined : readOperation(sqlite, out.operation);
  const isRefused = removal?.state === 'done' && wasAlwaysRefused(sqlite, removal);
  return { removal, found: removal === undefined || isRefused ? null : foundByRemoval(removal) };
}

/**
 * The state of each access of the car: from the saved list, from the accesses that the removal found before its
 * sending, and from the operator's reports.
 */
function fatesOf(
  sqlite: Sqlite,
  directory: Pick<JobDirectory, 'user'>,
  { losses, out }: Pick<DataOf<'removal' | 'swap'>, 'losses' | 'out'>,
): AccessFate[] {
  const saved = losses?.accesses ?? [];
  const { removal, found } = listOfRemoval(sqlite, out);
  if (removal === undefined || found === null) {
    // No read preceded the removal, so the state of the accesses is unknown.
    const fate = removal?.state === 'done' ? 'unreported' : 'kept';
    return saved.map((access) => ({ ...access, ...plain(access), fate, foundLater: false }));
  }
  const taken = revokedAssignmentsOf(sqlite, removal.id);
  const later = found.map((access): AccessFate => {
    const known = saved.find(({ id }) => id === access.id) ?? saved.find((row) => sameAs(row, access));
    const user = access.userId === null ? undefined : directory.user(access.userId);
    return {
      ...access,
      userName: user?.name ?? known?.userName ?? null,
      ...plain(access),
      ...fateOf(taken.find(({ assignment_id: id }) => id === access.id)),
      foundLater: known === undefined,
    };
  });
  // An access of the saved list that was absent when the removal was sent: it ended in between.
  const before = saved.filter((row) => !found.some((access) => access.id === row.id || sameAs(row, access)));
  return [
    ...later,
    ...before.map((row) => ({ ...row, ...plain(row), fate: 'ended-before' as const, foundLater: false })),
  ];
}

function plain(access: Pick<LostAccess, 'userId' | 'start' | 'end'>) {
  return { key: accessKey(access), at: null, goneBy: null, raw: null };
}

function sameAs(one: LostAccess, other: Pick<LostAccess, 'userId' | 'start' | 'end'>): boolean {
  return accessKey(one) === accessKey(other);
}

function fateOf(row: RevokedAssignmentRow | undefined): {
  fate: AccessFate['fate'];
  at: Instant | null;
  goneBy: AccessFate['goneBy'];
  raw: string | null;
} {
  if (row === undefined) return { fate: 'kept', at: null, goneBy: null, raw: null };
  const fate = isLeaving(row) ? 'leaving' : hasStayed(row) ? 'stayed' : 'gone';
  return { fate, at: row.updated_at, goneBy: row.confirmed_by, raw: row.error_message };
}

/**
 * The accesses that end with the old Box, with the state of those chosen for recreation. Accesses with the same user
 * and period count as one. An access that ended before the Box was removed is left out.
 */
export function restoresOf(
  sqlite: Sqlite,
  directory: Pick<JobDirectory, 'user'>,
  data: DataOf<'swap'>,
  now: Instant,
): JobRestore[] {
  const chosen = new Map(newestRestores(data).map(({ key, operation }) => [key, operation]));
  const fates = fatesOf(sqlite, directory, data);
  const first = fates.filter(({ key }, index) => fates.findIndex((fate) => fate.key === key) === index);
  return first
    .filter(({ fate, key }) => fate !== 'ended-before' || chosen.has(key))
    .map((access) => ({
      ...access,
      offer: offerOf(access, now),
      operation: newest(sqlite, chosen.get(access.key)),
    }));
}

function offerOf({ fate, userId, end }: AccessFate, now: Instant): JobRestore['offer'] {
  if (fate === 'stayed') return 'stayed';
  if (end !== null && end <= now) return 'over';
  return userId === null ? 'nobody' : 'yes';
}

function newest(
  sqlite: Sqlite,
  id: DataOf<'swap'>['restores'][number]['operation'] | undefined,
): JobRestore['operation'] {
  const row = id === undefined ? undefined : readOperation(sqlite, id);
  // A cancelled operation no longer counts as chosen.
  if (row === undefined || row.state === 'cancelled') return null;
  return {
    id: row.id,
    state: row.state,
    at: row.updated_at,
    confirmedBy: row.confirmed_by,
    reportedBy: reportedByOf(row),
    problem: row.problem === null ? null : problemSchema.parse(JSON.parse(row.problem)),
  };
}

/** Number of accesses that could be re-created and were not chosen. */
export function restorableCount(restores: readonly JobRestore[]): number {
  return restores.filter(({ offer, operation }) => offer === 'yes' && operation === null).length;
}

/**
 * The minimum role for re-creating the accesses of a swap. If only another laptop vouches for one of them, a supervisor
 * is needed, because a file may name any access. This is so if the removal was done there, or if the job came from
 * there and no list of an own removal counts: it has not read one, or the Box was already out. An access of the saved
 * list that was chosen before is listed beside an own list too.
 */
export function leastToRestore(sqlite: Sqlite, job: JobId): Role {
  const data = ofKind(loadJob(sqlite, job).data, ['swap']);
  const { removal, found } = listOfRemoval(sqlite, data.out);
  const isOwnList =
    removal !== undefined &&
    reportedByOf(removal) === null &&
    found !== null &&
    newestRestores(data).every(({ key }) => found.some((access) => accessKey(access) === key));
  return !isOwnList && lastTakeOver(sqlite, job) > 0 ? 'supervisor' : 'installer';
}

/**
 * Re-creates the chosen accesses, one operation each, after both Boxes and after the old access is gone. A pending or
 * existing one is skipped; a failed one is retried. ProblemError `step-not-ready` before the exchange is decided.
 */
export function restoreAccesses(parts: JobParts, job: JobId, keys: readonly string[]): void {
  changeJobOf(parts, job, ['swap'], (change) => {
    const { data, context } = change;
    const car = requireStep(data.car, 'car');
    const removal = requireStep(data.out, 'exchange').operation;
    const fitting = requireStep(data.box?.operation ?? null, 'exchange');
    const wanted = new Set(keys);
    const restores = [...data.restores];
    for (const access of restoresOf(context.sqlite, parts.directory, data, change.now)) {
      const { key, offer, operation: before, userId } = access;
      const isOpen = before === null || before.state === 'failed';
      if (!wanted.has(key) || offer !== 'yes' || userId === null || !isOpen) continue;
      const operation = parts.ids.operation();
      const local = parts.ids.localAssignment();
      change.enqueue({
        id: operation,
        kind: createAssignmentKind,
        payload: {
          local,
          car: carReference(car),
          carLabel: carLabel(car),
          userId,
          userName: access.userName ?? `User ${userId}`,
          period: {
            from: 'fixed',
            start: access.start + failedTries(change, key) * SECOND,
            end: access.end,
          },
          lifetime: wholeSeconds(access.lifetime),
          renewableAfter: wholeSeconds(access.renewableAfter),
          again: true,
          ...(access.id === null ? {} : { replaces: access.id }),
        },
        after: [removal, fitting],
      });
      change.record('restore-requested', {
        operation,
        assignment: access.id,
        user: userId,
        name: access.userName,
        start: access.start,
        end: access.end,
      });
      restores.push({ key, operation, local });
    }
    return { ...data, restores, skipped: data.skipped.filter((step) => step !== 'restore') };
  });
}

/**
 * Requests with the same body get the same failed result, and the relay delivers equal results once. So each attempt
 * starts one second later.
 */
function failedTries({ data, context }: JobChange<DataOf<'swap'>>, key: string): number {
  return data.restores.filter(
    (tried) => tried.key === key && readOperation(context.sqlite, tried.operation)?.state === 'failed',
  ).length;
}

/** The operator's values are sent again; unusable ones are replaced by the defaults. */
function wholeSeconds(seconds: number | null): number | null {
  return seconds !== null && Number.isInteger(seconds) && seconds > 0 ? seconds : null;
}
