import type { Handlers } from './router.ts';
import type { OpenProfile } from '../session/open-profile.ts';

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
