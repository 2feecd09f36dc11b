import { typedLogPlace } from '../../shared/domain/trust.ts';
import { makeProblem, ProblemError, type Sentence } from '../../shared/problem.ts';
import type { OpenProfile } from '../session/open-profile.ts';
import type { SaveDialog, OpenDialog } from '../base/ports.ts';
import { operationsSending } from '../db/tables/queue/operations.ts';
import { listJobs } from '../jobs/view.ts';
import type { UpdateService } from '../updates/updates.ts';
import type { Handlers } from './router.ts';

/* This laptop: its log, the removal of personal data from it, and the app's updates. */

/** The dependencies of the `log.*` calls. */
export interface LogCallParts {
  /** Throws ProblemError `not-connected` while no profile is open. */
  readonly current: () => OpenProfile;
  readonly saveDialog: SaveDialog;
  readonly translate: (sentence: Sentence) => string;
}

/** The `log.*` calls. */
export function logCalls({
  current,
  saveDialog,
  translate,
}: LogCallParts): Pick<Handlers, Extract<keyof Handlers, `log.${string}`>> {
  return {
    'log.state': () => current().logService.state(),
    'log.check': async ({ known }) => {
      const place = typedLogPlace(known);
      if (place === null && known.trim() !== '') throw new ProblemError(makeProblem('log-place-malformed'));
      const { logService } = current();
      await logService.check(place === null ? [] : [place]);
      return logService.state();
    },
    'log.save': async () => {
      const { logService, profile } = current();
      const path = await saveDialog.choose({
        title: translate({ key: 'log.save', params: {} }),
        suggestedName: `boxwright-log-${profile.address.environment}.jsonl`,
        extension: 'jsonl',
      });
      return { path: path !== null && (await logService.save(path)) ? path : null };
    },
    'log.stop': async () => {
      await current().logService.stop();
      return {};
    },
  };
}

/** The `removal.*` calls. */
export function removalCalls(
  current: () => OpenProfile,
): Pick<Handlers, Extract<keyof Handlers, `removal.${string}`>> {
  return {
    'removal.state': () => current().removal.state(),
    'removal.look': async (sought) => {
      const { removal } = current();
      await removal.find(sought);
      return removal.state();
    },
    'removal.remove': async (asked) => {
      const { removal } = current();
      await removal.remove(asked);
      return removal.state();
    },
    'removal.decide': async ({ id, decision }) => {
      const { removal } = current();
      await removal.decide(id, decision);
      return removal.state();
    },
    'removal.withdraw': ({ id }) => {
      const { removal } = current();
      removal.withdraw(id);
      return removal.state();
    },
    'removal.forget': async () => {
      const { removal } = current();
      await removal.forget();
      return removal.state();
    },
  };
}

/** The dependencies of the calls besides the task. */
export interface UpdateCallParts {
  readonly service: UpdateService;
  /** The open profiles. */
  readonly open: () => readonly OpenProfile[];
  readonly openDialog: OpenDialog;
  readonly title: () => string;
  readonly quit: () => void;
}

/** The `updates.*` calls. */
export function updateCalls({
  service,
  open,
  openDialog,
  title,
  quit,
}: UpdateCallParts): Pick<Handlers, Extract<keyof Handlers, `updates.${string}`>> {
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
