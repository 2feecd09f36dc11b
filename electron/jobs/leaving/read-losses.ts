import type { LostAccess, Losses } from '../../../shared/domain/job-removal.ts';
import type { CarId, JobId } from '../../../shared/ids.ts';
import { type Instant, SECOND } from '../../../shared/time.ts';
import { livingAssignmentsOf } from '../../db/tables/queue/assignments.ts';
import type { KeptAccess } from '../../directory/answers.ts';
import { withDeadline } from '../../operator/deadline.ts';
import { listCarAssignments } from '../../operator/endpoints/cars.ts';
import { changeJobOf, loadJob, ofKind, requireStep } from '../change.ts';
import type { JobParts, LiveParts } from '../parts.ts';
import { refuseDecided } from './take-out.ts';

/** A person waits to decide; after this long the last known list is shown. */
const DEADLINE_MS = 3 * SECOND;

/**
 * Reads the accesses that go with the Box and saves them in the job. Without the operator's answer they are the last list
 * that was read here, with what this laptop has asked for since, and the job says so.
 * ProblemError `not-found`, `step-not-ready`.
 */
export async function readLosses(parts: JobParts & LiveParts, job: JobId): Promise<void> {
  const { client, clock, directory } = parts;
  const { data } = loadJob(parts.database.sqlite, job);
  const { car, oldBox } = ofKind(data, ['removal', 'swap']);
  const id = requireStep(requireStep(car, 'car').id, 'car');
  const { takesAssignments } = requireStep(oldBox, 'old-box');
  const listed = await withDeadline(clock, DEADLINE_MS, (signal) =>
    client.pages((page) => listCarAssignments(id, page), { signal }),
  );
  if (listed.ok) directory.recordCarAccesses(id, listed.value);
  changeJobOf(parts, job, ['removal', 'swap'], (change) => {
    // Another Box may have been chosen while the operator answered.
    if (change.data.oldBox?.serialNumber !== oldBox?.serialNumber) return change.data;
    refuseDecided(change, 'losses');
    const losses = takesAssignments
      ? lossesOf(parts, id, listed.ok, change.now)
      : { source: 'operator' as const, asOf: change.now, readAt: change.now, accesses: [] };
    return { ...change.data, losses };
  });
}

/** Must follow a recorded reading when `isFresh`. */
function lossesOf(parts: JobParts, car: CarId, isFresh: boolean, now: Instant): Losses {
  const { directory, database } = parts;
  const { rows, asOf } = directory.carAccesses(car);
  const named = (access: Omit<LostAccess, 'userName'>): LostAccess => ({
    ...access,
    userName: access.userId === null ? null : (directory.user(access.userId)?.name ?? null),
  });
  const listed = rows.map(named);
  const mine = livingAssignmentsOf(database.sqlite, car)
    .filter(
      (local) =>
        // A fresh list knows all that has a number.
        !(isFresh && local.assignment_id !== null) &&
        !rows.some((row) => isSame(row, local.user_id, local.start_at, local.end_at)),
    )
    .map((local) =>
      named({
        id: local.assignment_id,
        userId: local.user_id,
        start: local.start_at,
        end: local.end_at,
        lifetime: null,
        renewableAfter: null,
      }),
    );
  return {
    source: isFresh ? 'operator' : asOf === null && mine.length === 0 ? 'none' : 'local',
    asOf,
    readAt: now,
    accesses: [...listed, ...mine].sort(byUrgency(now)),
  };
}

function isSame(row: KeptAccess, user: number, start: Instant, end: Instant | null): boolean {
  return row.userId === user && row.start === start && row.end === end;
}

/** Valid accesses come first, then by their beginning. */
function byUrgency(now: Instant) {
  const isOver = ({ end }: LostAccess) => (end !== null && end <= now ? 1 : 0);
  return (one: LostAccess, other: LostAccess): number =>
    isOver(one) - isOver(other) || one.start - other.start;
}
