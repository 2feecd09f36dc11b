import { localDay } from '../../shared/domain/planned-jobs.ts';
import type { Handlers } from './router.ts';
import { answerPlannedJob, noteChangesSeen } from '../jobs/planned/claims.ts';
import { beginPlannedJob, takeUpPlannedJob } from '../jobs/planned/begin.ts';
import { planOfCar, listPlannedJobs, planOfJob } from '../jobs/planned/view.ts';
import { planFromList, planJobs, withdrawPlannedJob } from '../jobs/planned/plan.ts';
import { sendJob } from '../jobs/sent-job.ts';
import type { OpenProfile } from '../session/open-profile.ts';

/** The `planning.*` calls. */
export function planningCalls(
  current: () => OpenProfile,
): Pick<Handlers, Extract<keyof Handlers, `planning.${string}`>> {
  const sqlite = () => current().database.sqlite;
  const hasRelay = () => current().claimPlannedJob !== null;
  return {
    'planning.list': ({ from, until }) => ({ plannedJobs: [...listPlannedJobs(sqlite(), from, until)] }),
    'planning.ofJob': ({ jobId }) => ({ plannedJob: planOfJob(sqlite(), jobId) }),
    'planning.begin': async ({ id, series }) => {
      const open = current();
      return sendJob(open, await beginPlannedJob(open, id, series));
    },
    'planning.ofCar': ({ car, kind }) => ({
      plannedJob: planOfCar(sqlite(), car, kind, localDay(current().jobs.clock.now())),
    }),
    'planning.takeUp': async ({ id, jobId }) => {
      const open = current();
      return sendJob(open, await takeUpPlannedJob(open, id, jobId));
    },
    'planning.answer': ({ id, act, reason }) => {
      answerPlannedJob(current().jobs, id, act, reason);
      return {};
    },
    'planning.noteChanges': ({ id }) => {
      noteChangesSeen(current().jobs, id);
      return {};
    },
    'planning.save': ({ plans }) => ({ ids: [...planJobs(current().jobs, hasRelay(), plans)] }),
    'planning.fromList': (asked) => ({ planned: planFromList(current().jobs, hasRelay(), asked) }),
    'planning.withdraw': (asked) => {
      withdrawPlannedJob(current().jobs, hasRelay(), asked);
      return {};
    },
  };
}
