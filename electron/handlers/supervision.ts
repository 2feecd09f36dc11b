import type { Handlers } from './router.ts';
import type { OpenProfile } from '../session/open-profile.ts';
import { acceptKey, keyChanges, chainStates } from '../supervision/laptop-logs.ts';
import { countStock, listStock } from '../supervision/box-stock.ts';
import { factsOfJob } from '../supervision/job-page.ts';
import { createReader, readJob, ownerOf } from '../supervision/copies-reader.ts';
import { nowAtOperator } from '../supervision/now-at-operator.ts';

/** The `supervision.*` calls. */
export function supervisionCalls(
  current: () => OpenProfile,
): Pick<Handlers, Extract<keyof Handlers, `supervision.${string}`>> {
  const looking = createReader(current);
  const views = () => {
    const { supervision, jobs } = current();
    return { savedViews: supervision.views, worker: jobs.worker() };
  };
  const status = () => looking(() => current().supervision.copies.status());
  return {
    'supervision.installations': ({ filter, sort, offset, limit }) =>
      looking(({ lookUp }) => lookUp.window(filter, sort, offset, limit)),
    'supervision.ids': ({ filter, sort, limit }) => looking(({ lookUp }) => lookUp.ids(filter, sort, limit)),
    'supervision.facets': ({ filter }) => looking(({ lookUp }) => lookUp.facets(filter)),
    'supervision.job': ({ jobId }) => readJob(current, jobId),
    'supervision.nowAtOperator': ({ jobId }) => {
      const { client, jobs } = current();
      const { facts } = looking(({ sqlite }) => factsOfJob(sqlite, jobId));
      return nowAtOperator({ client, clock: jobs.clock }, facts);
    },
    'supervision.photo': ({ digest }) => looking(({ sqlite }) => current().supervision.photo(sqlite, digest)),
    'supervision.boxStock': () => looking(({ sqlite }) => ({ lines: countStock(sqlite) })),
    'supervision.stockBoxes': ({ filter, offset, limit }) =>
      looking(({ sqlite }) => listStock(sqlite, filter, { offset, limit })),
    'supervision.chains': () =>
      looking(({ sqlite }) => {
        const queue = current().database.sqlite;
        const owner = ownerOf(current());
        return { chains: chainStates({ sqlite, queue, owner }), keyChanges: keyChanges(queue) };
      }),
    'supervision.acceptKey': ({ key, reason }) => {
      const { database, jobs } = current();
      const { role } = status();
      acceptKey({ database, log: jobs.log, role }, key, reason);
      return { keyChanges: keyChanges(database.sqlite) };
    },
    'supervision.numbers': ({ filter, by }) => looking(({ lookUp }) => lookUp.numbers(filter, by)),
    'supervision.status': status,
    'supervision.stop': async () => {
      await current().supervision.copies.pause();
      return status();
    },
    'supervision.resume': async () => {
      await current().supervision.copies.resume();
      return status();
    },
    'supervision.views': () => {
      const { savedViews, worker } = views();
      return { views: savedViews.list(worker) };
    },
    'supervision.saveView': (view) => {
      const { savedViews, worker } = views();
      return { views: savedViews.save(worker, view) };
    },
    'supervision.removeView': ({ id }) => {
      const { savedViews, worker } = views();
      return { views: savedViews.remove(worker, id) };
    },
  };
}
