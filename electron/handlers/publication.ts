import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { OpenProfile } from '../session/open-profile.ts';
import type { Handlers } from './router.ts';

/** The `publication.*` calls. */
export function publicationCalls(
  current: () => OpenProfile,
): Pick<Handlers, Extract<keyof Handlers, `publication.${string}`>> {
  return {
    'publication.status': () => current().publications.status(),
    'publication.accept': ({ key }) => {
      const { publications } = current();
      publications.accept(key);
      return publications.status();
    },
    'publication.publish': async ({ basedOn, draft: { templates: ids, ...draft } }) => {
      const { publications, checklists } = current();
      checklists.reread();
      const templates = ids.map((id) => {
        const offered = checklists.offered().find(({ template }) => template.id === id);
        // The newest version: the published one, unless this laptop has edited it since.
        const newest = offered?.versions[0];
        if (newest === undefined) throw new ProblemError(makeProblem('not-found'));
        return newest;
      });
      await publications.publish({ basedOn, draft, templates });
      return publications.status();
    },
    'publication.stopBringing': () => {
      current().publications.stopBringing();
      return {};
    },
  };
}
