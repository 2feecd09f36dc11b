import type { Clock } from '../../../shared/clock.ts';
import { localDay } from '../../../shared/domain/planned-jobs.ts';
import { plannedJob } from '../../../shared/relay/planned-jobs.ts';
import { DAY } from '../../../shared/time.ts';
import type { Database } from '../../db/open.ts';
import { dropPlannedJob, dropPlannedJobsBefore } from '../../db/tables/queue/planned-jobs.ts';
import type { InstallationLog } from '../../log/append.ts';
import type { QueueTarget } from '../../operations/queue/parts.ts';
import type { PlanInbox } from '../../relay/pull-plans.ts';
import { keepPlannedJob } from './keep.ts';

/** Past days that are kept: to copy one, and to see what became of it. */
const KEPT_DAYS = 31;

/** Keeps planned jobs in a profile's queue.db. All are read once after each start: they are few. */
export function createPlanInbox(parts: {
  readonly database: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: InstallationLog;
  readonly target: QueueTarget;
}): PlanInbox {
  const { database, clock } = parts;
  let read = 0;
  const from = () => localDay(clock.now() - KEPT_DAYS * DAY);
  return {
    place: () => read,
    from,
    take: (changed, elsewhere, place) => {
      database.write((context) => {
        for (const one of changed) {
          const kept = plannedJob.safeParse(one);
          if (kept.success) keepPlannedJob(parts, context, kept.data);
        }
        for (const id of elsewhere) if (dropPlannedJob(context, id)) context.changed('planned-jobs');
        dropPlannedJobsBefore(context, from());
      });
      read = place;
    },
    readAgain: () => {
      read = 0;
    },
  };
}
