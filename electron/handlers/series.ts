import type { JobId } from '../../shared/ids.ts';
import type { Handlers } from './router.ts';
import type { OpenProfile } from '../session/open-profile.ts';
import { sendJob } from '../jobs/sent-job.ts';
import { beginSeries, beginSeriesLike, endSeries, fitInSeries, nextInSeries } from '../jobs/series/series.ts';
import { listSeries } from '../jobs/series/shares.ts';

/** The `series.*` calls. */
export function seriesCalls(
  current: () => OpenProfile,
): Pick<Handlers, Extract<keyof Handlers, `series.${string}`>> {
  const view = (job: JobId) => sendJob(current(), job);
  return {
    'series.list': () => ({ series: [...listSeries(current().database.sqlite)] }),
    'series.begin': ({ planned, like }) =>
      view(
        like === null ? beginSeries(current().jobs, planned) : beginSeriesLike(current().jobs, like, planned),
      ),
    'series.next': ({ seriesId }) => view(nextInSeries(current().jobs, seriesId)),
    'series.end': ({ seriesId }) => {
      endSeries(current().jobs, seriesId);
      return {};
    },
    'series.fit': ({ jobId, serialNumber, reason }) => {
      fitInSeries(current().jobs, jobId, serialNumber, reason);
      return view(jobId);
    },
  };
}
