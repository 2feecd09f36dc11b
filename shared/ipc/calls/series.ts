import { z } from 'zod';
import { sentJob } from '../../domain/job.ts';
import { seriesView, plannedCars } from '../../domain/series.ts';
import { jobId, seriesId } from '../../ids.ts';
import { call } from '../call.ts';

/** A series of similar cars that are fitted one after the other. */
export const seriesCalls = {
  /** The series that have not ended, newest first. */
  'series.list': call('installer', z.object({}), z.object({ series: z.array(seriesView) })),
  /**
   * Begins a series and returns the job to open: its first car, or the next car after `like`, an installation that
   * becomes the first of the series.
   */
  'series.begin': call('installer', z.object({ planned: plannedCars, like: jobId.nullable() }), sentJob),
  /**
   * Begins the next car of a series with the shared choices, or returns the job of the next car if that is still
   * empty.
   */
  'series.next': call('installer', z.object({ seriesId }), sentJob),
  /** Ends a series; its jobs stay unchanged. */
  'series.end': call('installer', z.object({ seriesId }), z.object({})),
  /**
   * Installs the Box of this job, with the group and the test access of the series, in one transaction. `reason`: why
   * the Box is fitted although a check refuses it.
   */
  'series.fit': call(
    'installer',
    z.object({
      jobId,
      serialNumber: z.string().max(20_000),
      reason: z.string().max(20_000).default(''),
    }),
    sentJob,
  ),
} as const;
