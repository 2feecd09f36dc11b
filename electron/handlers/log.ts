import { typedLogPlace } from '../../shared/domain/trust.ts';
import { makeProblem, ProblemError, type Sentence } from '../../shared/problem.ts';
import type { OpenProfile } from '../session/open-profile.ts';
import type { SaveDialog } from '../base/ports.ts';
import type { Handlers } from './router.ts';

/* The log of this laptop, and the removal of personal data from it. */

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
