import { ProblemError, makeProblem } from '../../shared/problem.ts';
import { operationsSending } from '../db/tables/queue/operations.ts';
import type { Handlers } from './router.ts';
import { listJobs } from '../jobs/view.ts';
import type { OpenProfile } from '../session/open-profile.ts';
import type { OpenDialog } from '../base/ports.ts';
import type { UpdateService } from '../updates/updates.ts';

/** The dependencies of the calls besides the task. */
export interface UpdateCallParts {
  readonly service: UpdateService;
  /** The open profiles. */
  readonly open: () => readonly OpenProfile[];
  readonly openDialog: OpenDialog;
  readonly title: () => string;
  readonly quit: () => void;
}

type UpdateCalls = Pick<
  Handlers,
  | 'updates.state'
  | 'updates.look'
  | 'updates.stop'
  | 'updates.changeFeed'
  | 'updates.takeFile'
  | 'updates.install'
>;

/** The `updates.*` calls. */
export function updateCalls({ service, open, openDialog, title, quit }: UpdateCallParts): UpdateCalls {
  return {
    'updates.state': service.state,
    'updates.look': () => {
      void service.check();
      return service.state();
    },
    'updates.stop': () => {
      service.stop();
      return service.state();
    },
    'updates.changeFeed': ({ feed }) => {
      service.changeFeed(feed);
      return service.state();
    },
    'updates.takeFile': async () => {
      const path = await openDialog.choose({ title: title(), extension: 'boxwright-update' });
      if (path !== null) void service.takeFile(path);
      return service.state();
    },
    'updates.install': ({ evenIfOpen }) => {
      // No update is ready, so there is no reason to close the app.
      if (service.state().step.is !== 'ready') return {};
      for (const profile of open()) refuseWhileBusy(profile, evenIfOpen);
      quit();
      return {};
    },
  };
}

/**
 * Refuses while a request is in flight. Unfinished jobs only need a confirmation, because all of them are saved on
 * disk.
 */
function refuseWhileBusy(profile: OpenProfile, evenIfOpen: boolean): void {
  if (operationsSending(profile.database.sqlite).length > 0)
    throw new ProblemError(makeProblem('update-while-sending'));
  const jobs = listJobs({ ...profile.jobs, connection: profile.engine.connection });
  if (!evenIfOpen && jobs.some((job) => job.finishedAt === null)) {
    throw new ProblemError(makeProblem('update-while-working'));
  }
}
