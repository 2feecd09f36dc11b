import type { z } from 'zod';
import type { supervisionJob } from '../../../shared/domain/supervision-job.ts';
import type { SupervisionFacets, SupervisionRow } from '../../../shared/domain/supervision.ts';
import type { JobId } from '../../../shared/ids.ts';
import { row } from '../../unit/supervision-exports/rows.ts';
import type { Answers } from './stand-in.ts';
import { NOW } from './at-rest.ts';

/** The smallest picture there is. */
const DOT = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

type JobPage = z.input<typeof supervisionJob>;

/** A job's page as its log tells it, with two photos. */
export function jobPage(job: SupervisionRow): JobPage {
  const photo = (name: string) => ({
    digest: name.repeat(64),
    kind: 'photo' as const,
    item: null,
    words: `Photo ${name}`,
    takenAt: NOW,
    worker: job.installer,
    removedAt: null,
    alsoIn: [],
  });
  return {
    row: job,
    carId: null,
    box: null,
    oldBox: null,
    key: null,
    group: job.group,
    hands: [],
    checklist: null,
    forced: [],
    photos: [photo('a'), photo('b')],
    risk: [],
    reviews: [],
    timeline: [],
  };
}

/** The counts of the filters without any job. */
export const NO_FACETS: SupervisionFacets = {
  installers: [],
  laptops: [],
  sites: [],
  brands: [],
  keyForms: [],
  groups: [],
  variants: [],
  kinds: [],
  states: [],
  reviews: [],
  troubles: [],
  forced: 0,
  changedAnswers: 0,
  openAccess: 0,
  green: 0,
  logFault: 0,
};

/** The supervisor's side with these jobs. */
export function boardOf(rows: readonly SupervisionRow[]): Answers {
  const reviewsOf = (jobId: JobId) => ({
    jobId,
    state: 'unreviewed' as const,
    revision: 0,
    said: [],
    own: [],
  });
  const rowOf = (jobId: JobId) => rows.find((known) => known.jobId === jobId) ?? row(0);
  return {
    'supervision.status': () => ({
      source: 'relay',
      role: 'supervisor',
      laptop: 'Office',
      jobs: rows.length,
      entries: rows.length,
      laptops: 1,
      faults: 0,
      reading: { state: 'up-to-date', readAt: NOW },
    }),
    'supervision.views': () => ({ views: [] }),
    'supervision.facets': () => ({ ...NO_FACETS, green: rows.length }),
    'supervision.installations': ({ offset, limit }) => ({
      rows: rows.slice(offset, offset + limit),
      offset,
      total: rows.length,
      all: rows.length,
    }),
    'supervision.ids': () => ({ jobs: rows.map(({ jobId }) => jobId), more: false }),
    'supervision.job': ({ jobId }) => jobPage(rowOf(jobId)),
    'supervision.photo': () => ({ picture: DOT, missing: null }),
    'reviewing.ofJob': ({ jobId }) => reviewsOf(jobId),
    'reviewing.review': ({ jobId }) => reviewsOf(jobId),
    'reviewing.outgoing': () => ({ reviews: [] }),
  };
}
