import type { Role } from '../../../shared/domain/people.ts';
import type { JobId } from '../../../shared/ids.ts';
import { SECOND } from '../../../shared/time.ts';
import type { Sqlite } from '../../db/open.ts';
import { lastTaken } from '../../db/tables/queue/hand-overs.ts';
import { readOperation, reportedByOf } from '../../db/tables/queue/operations.ts';
import { foundByRemoval } from '../../operations/assignments/taken-out.ts';
import { createAssignmentKind } from '../../operations/queue/kinds/create-assignment.ts';
import { changeJobOf, type JobChange, loadJob, ofKind, requireStep } from '../change.ts';
import type { DataOf } from '../job-data.ts';
import type { JobParts } from '../parts.ts';
import { carLabel, carReference } from '../steps/car.ts';
import { restoresOf } from './fates.ts';

/**
 * The least role that makes the accesses of a swap again. It is a supervisor where their list is another laptop's word alone: the removal
 * was carried out there, or the job came from there and the removal has not read its own list yet. A file names whatever its writer likes.
 */
export function leastToRestore(sqlite: Sqlite, job: JobId): Role {
  const { out } = ofKind(loadJob(sqlite, job).data, ['swap']);
  const removal = out === null ? undefined : readOperation(sqlite, out.operation);
  const isRemovedHere = removal !== undefined && reportedByOf(removal) === null;
  const isOwnList = isRemovedHere && foundByRemoval(removal) !== null;
  return !isOwnList && lastTaken(sqlite, job) > 0 ? 'supervisor' : 'installer';
}

/**
 * Makes the chosen accesses again, one operation each, behind both Boxes and after the old access is gone. One that is on
 * its way or there already is left alone; a failed one is tried again. ProblemError `step-not-ready` before the exchange
 * is decided.
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
 * Two requests with the same body have the same failed result, and the same result is not sent twice: each try
 * begins a second later.
 */
function failedTries({ data, context }: JobChange<DataOf<'swap'>>, key: string): number {
  return data.restores.filter(
    (tried) => tried.key === key && readOperation(context.sqlite, tried.operation)?.state === 'failed',
  ).length;
}

/** The operator's values are sent again; without usable ones, the usual ones are. */
function wholeSeconds(seconds: number | null): number | null {
  return seconds !== null && Number.isInteger(seconds) && seconds > 0 ? seconds : null;
}
