import type { Handlers } from './router.ts';
import type { OpenProfile } from '../session/open-profile.ts';
import { find } from '../search/find.ts';

/** The `finding.*` calls. */
export function findingCalls(
  current: () => OpenProfile,
): Pick<Handlers, Extract<keyof Handlers, `finding.${string}`>> {
  return {
    'finding.find': ({ text, limit }) => {
      const { database, directory } = current();
      return find({ sqlite: database.sqlite, directory }, text, limit);
    },
  };
}
