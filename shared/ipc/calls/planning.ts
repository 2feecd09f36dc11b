import { z } from 'zod';
import { sentJob } from '../../domain/job.ts';
import { jobKind } from '../../domain/job-steps.ts';
import { plannedJobView } from '../../domain/planned-jobs.ts';
import { LONGEST_NAME } from '../../domain/typed-text.ts';
import { carId, jobId, plannedCarId, plannedJobId, seriesId } from '../../ids.ts';
import { planDay, plannedWork } from '../../relay/jobs.ts';
import { call } from '../call.ts';

const one = z.object({ id: plannedJobId });
const typed = z.string().max(20_000);
const carName = z.string().max(LONGEST_NAME).nullable();
/** The revision on which the person's change is based; 0 = a new planned job. */
const basedOn = z.number().int().nonnegative();

/** Upper bound of jobs in one call: a day of a large site. */
export const MOST_PLANNED_AT_ONCE = 500;

/** Jobs that the office planned. Only `planning.begin` and `planning.takeUp` wait for the relay, for a few seconds at most. */
export const planningCalls = {
  /**
   * The planned jobs of a range of days, and earlier ones that are unfinished on this laptop or that no laptop has
   * begun, in working order.
   */
  'planning.list': call(
    'installer',
    z.object({ from: planDay, until: planDay }),
    z.object({ plannedJobs: z.array(plannedJobView) }),
  ),
  /** The plan of a job; null if it was begun without one. */
  'planning.ofJob': call(
    'installer',
    z.object({ jobId }),
    z.object({ plannedJob: plannedJobView.nullable() }),
  ),
  /**
   * Begins a planned job, prefilled; a repeated call returns the same job. ProblemError `planned-job-taken` names the
   * laptop that has it. Without an answer of the relay the job is begun, and the claim waits. `series`: the next car of
   * that series, for an installation; ProblemError `not-found` if the series has ended.
   */
  'planning.begin': call('installer', one.extend({ series: seriesId.nullable() }), sentJob),
  /**
   * The planned job for a car that this laptop may begin; null if there is none. `kind`: restricts it to this kind.
   */
  'planning.ofCar': call(
    'installer',
    z.object({
      car: z.object({ id: carId.nullable(), vin: carName, licensePlate: carName }),
      kind: jobKind.nullable(),
    }),
    z.object({ plannedJob: plannedJobView.nullable() }),
  ),
  /**
   * Links a planned job to a job that was begun without one; data already in the job stays. ProblemErrors as of
   * `planning.begin`, `job-finished`, `input-invalid` for other work or another car.
   */
  'planning.takeUp': call('installer', one.extend({ jobId }), sentJob),
  /** Answers a planned job that was not begun; a refusal needs a reason. */
  'planning.answer': call(
    'installer',
    one.extend({ act: z.enum(['accepted', 'refused', 'returned']), reason: typed }),
    z.object({}),
  ),
  /** Records that the person has seen the office's changes of a begun job. */
  'planning.noteChanges': call('installer', one, z.object({})),
  /** Plans jobs or changes planned ones, all or nothing. */
  'planning.save': call(
    'supervisor',
    z.object({
      plans: z
        .array(z.object({ id: plannedJobId.nullable(), basedOn, work: plannedWork }))
        .min(1)
        .max(MOST_PLANNED_AT_ONCE),
    }),
    z.object({ ids: z.array(plannedJobId) }),
  ),
  /**
   * Plans the cars of an imported list as installations of a day, and removes them from this laptop's list, all or
   * nothing.
   */
  'planning.fromList': call(
    'supervisor',
    z.object({
      ids: z.array(plannedCarId).min(1).max(MOST_PLANNED_AT_ONCE),
      day: planDay,
      site: z.string().max(100),
      crew: z.string().max(200),
    }),
    z.object({ planned: z.number().int() }),
  ),
  /** Withdraws a planned job, with a reason. */
  'planning.withdraw': call('supervisor', one.extend({ basedOn, reason: typed }), z.object({})),
} as const;
