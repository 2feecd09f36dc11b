import { z } from 'zod';
import { jobView } from '../../domain/job.ts';
import { jobKind } from '../../domain/job-steps.ts';
import { plannedJobView } from '../../domain/planned-jobs.ts';
import { LONGEST_NAME } from '../../domain/typed-text.ts';
import { carId, jobId, plannedCarId, plannedJobId, seriesId } from '../../ids.ts';
import { planDay, plannedWork } from '../../relay/jobs.ts';
import { call } from '../call.ts';

const one = z.object({ id: plannedJobId });
const typed = z.string().max(20_000);
const carName = z.string().max(LONGEST_NAME).nullable();
/** The revision that the person had in view; 0 = a new planned job. */
const basedOn = z.number().int().nonnegative();

/** The most jobs that are planned by one act: a day of a large site. */
export const MOST_PLANNED_AT_ONCE = 500;

/** Jobs that the office planned. Only `planning.begin` and `planning.takeUp` wait for the relay, for a few seconds at most. */
export const planningCalls = {
  /**
   * Those of some days, and earlier ones that this laptop has not finished or that no laptop has begun, in the order in which they are to be
   * done.
   */
  'planning.list': call(
    'installer',
    z.object({ from: planDay, until: planDay }),
    z.object({ plannedJobs: z.array(plannedJobView) }),
  ),
  /** The plan of a job; null where it was begun without one. */
  'planning.ofJob': call(
    'installer',
    z.object({ jobId }),
    z.object({ plannedJob: plannedJobView.nullable() }),
  ),
  /**
   * Begins a planned job, prefilled; one that was begun here is answered again. ProblemError `planned-job-taken` names the laptop that
   * has it; without an answer of the relay it is begun, and the claim waits. `series`: its next car, where an installation is planned;
   * ProblemError `not-found` where that has ended.
   */
  'planning.begin': call('installer', one.extend({ series: seriesId.nullable() }), jobView),
  /** The planned job for a car that this laptop may begin, of `kind` alone where one is named; null where there is none. */
  'planning.ofCar': call(
    'installer',
    z.object({
      car: z.object({ id: carId.nullable(), vin: carName, licensePlate: carName }),
      kind: jobKind.nullable(),
    }),
    z.object({ plannedJob: plannedJobView.nullable() }),
  ),
  /**
   * Works by a planned job in a job that was begun without one; what the job has already stays. ProblemErrors as of `planning.begin`,
   * `job-finished`, `input-invalid` where it is of other work or another car.
   */
  'planning.takeUp': call('installer', one.extend({ jobId }), jobView),
  /** Answers a planned job that was not begun; a refusal needs a reason. */
  'planning.answer': call(
    'installer',
    one.extend({ act: z.enum(['accepted', 'refused', 'returned']), reason: typed }),
    z.object({}),
  ),
  /** The person has seen the office's changes of a begun job. */
  'planning.noteChanges': call('installer', one, z.object({})),
  /** Plans jobs or changes planned ones: all of them, or none. */
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
  /** Plans the cars of an imported list as installations of a day, and takes them off this laptop's list: all of them, or none. */
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
  /** Takes a planned job back, with a reason. */
  'planning.withdraw': call('supervisor', one.extend({ basedOn, reason: typed }), z.object({})),
} as const;
