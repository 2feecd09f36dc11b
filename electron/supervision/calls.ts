import type { Handlers } from '../ipc/router.ts';
import type { OpenProfile } from '../open-profile.ts';
import { chainStates } from './chains-view.ts';
import { factsOfJob, jobPage } from './job-page.ts';
import { nowAtOperator } from './now-at-operator.ts';

/** The supervisor's side of the IPC contract. */
export function supervisionCalls(
  current: () => OpenProfile,
): Pick<Handlers, Extract<keyof Handlers, `supervision.${string}`>> {
  const open = () => current().supervision.copies.start();
  const views = () => {
    const { supervision, jobs } = current();
    return { savedViews: supervision.views, worker: jobs.worker() };
  };
  const status = () => {
    open();
    return current().supervision.copies.status();
  };
  return {
    'supervision.installations': ({ filter, sort, offset, limit }) =>
      open().lookUp.window(filter, sort, offset, limit),
    'supervision.ids': ({ filter, sort, limit }) => open().lookUp.ids(filter, sort, limit),
    'supervision.facets': ({ filter }) => open().lookUp.facets(filter),
    'supervision.job': ({ jobId }) => {
      const { database, jobs } = current();
      const { sqlite, board } = open();
      const { checklists, clock } = jobs;
      return jobPage({ sqlite, board, queue: database.sqlite, checklists, now: clock.now() }, jobId);
    },
    'supervision.nowAtOperator': ({ jobId }) => {
      const { client, jobs } = current();
      const { facts } = factsOfJob(open().sqlite, jobId);
      return nowAtOperator({ client, clock: jobs.clock }, facts);
    },
    'supervision.photo': ({ digest }) => current().supervision.photo(open().sqlite, digest),
    'supervision.chains': () => ({ chains: chainStates(open().sqlite) }),
    'supervision.numbers': ({ filter, by }) => open().lookUp.numbers(filter, by),
    'supervision.status': status,
    'supervision.stop': () => {
      current().supervision.copies.pause();
      return status();
    },
    'supervision.resume': () => {
      current().supervision.copies.resume();
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
