import type { SupervisionStatus } from '../../shared/domain/supervision-overview.ts';
import type { Handlers } from '../ipc/router.ts';
import { pictureOf } from '../jobs/pictures.ts';
import type { OpenProfile } from '../open-profile.ts';
import { facetsOf, matching, ownJob, ownRows } from './own-board.ts';

/** The supervisor's side of the IPC contract. */
export function supervisionCalls(
  current: () => OpenProfile,
): Pick<Handlers, Extract<keyof Handlers, `supervision.${string}`>> {
  const rows = () => ownRows(current().database.sqlite);
  const status = (): SupervisionStatus => ({
    source: 'own-log',
    role: null,
    laptop: null,
    jobs: rows().length,
    entries: rows().length,
    laptops: 1,
    faults: 0,
    reading: { state: 'up-to-date', readAt: null },
  });
  return {
    'supervision.installations': ({ filter, offset, limit }) => {
      const found = matching(rows(), filter);
      return {
        rows: found.slice(offset, offset + limit),
        offset,
        total: found.length,
        all: rows().length,
      };
    },
    'supervision.ids': ({ filter, limit }) => {
      const found = matching(rows(), filter).map(({ jobId }) => jobId);
      return { jobs: found.slice(0, limit), more: found.length > limit };
    },
    'supervision.facets': ({ filter }) => facetsOf(matching(rows(), filter)),
    'supervision.job': ({ jobId }) => ownJob(current().database.sqlite, jobId),
    'supervision.nowAtOperator': () => ({
      askedAt: current().jobs.clock.now(),
      differences: [],
      same: [],
      unanswered: [],
    }),
    'supervision.photo': ({ digest }) => {
      const picture = pictureOf(current().jobs, digest);
      return { picture, missing: picture === null ? 'not-brought' : null };
    },
    'supervision.chains': () => ({ chains: [] }),
    'supervision.numbers': () => ({
      total: {
        jobs: 0,
        installations: 0,
        removals: 0,
        swaps: 0,
        finished: 0,
        rightFirstTime: 0,
        medianMinutes: null,
        needsPerson: 0,
        openAccess: 0,
        forced: 0,
        approved: 0,
        rework: 0,
      },
      groups: [],
      failures: [],
      reworks: [],
    }),
    'supervision.status': status,
    'supervision.stop': status,
    'supervision.resume': status,
    'supervision.views': () => ({ views: [] }),
    'supervision.saveView': () => ({ views: [] }),
    'supervision.removeView': () => ({ views: [] }),
  };
}
