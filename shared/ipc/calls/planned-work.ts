import { z } from 'zod';
import { sentJob } from '../../domain/job.ts';
import { jobKind } from '../../domain/job-steps.ts';
import { plannedJobView, seriesView, plannedCars } from '../../domain/planned-work.ts';
import { LONGEST_NAME } from '../../domain/typed-text.ts';
import { carId, jobId, plannedCarId, plannedJobId, seriesId } from '../../ids.ts';
import { planDay, plannedWork } from '../../relay/jobs.ts';
import { call } from '../messages.ts';
import { BATCH_PIECE, batchRow, batchVerdict, MOST_BATCH_ROWS, plannedCar } from '../../domain/batch.ts';

/* The IPC calls about cars that are to be fitted: planned by the office, imported as a list, or fitted as a series. */

const onePlan = z.object({ id: plannedJobId });
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
  'planning.begin': call('installer', onePlan.extend({ series: seriesId.nullable() }), sentJob),
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
  'planning.takeUp': call('installer', onePlan.extend({ jobId }), sentJob),
  /** Answers a planned job that was not begun; a refusal needs a reason. */
  'planning.answer': call(
    'installer',
    onePlan.extend({ act: z.enum(['accepted', 'refused', 'returned']), reason: typed }),
    z.object({}),
  ),
  /** Records that the person has seen the office's changes of a begun job. */
  'planning.noteChanges': call('installer', onePlan, z.object({})),
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
  'planning.withdraw': call('supervisor', onePlan.extend({ basedOn, reason: typed }), z.object({})),
} as const;

/** Cars of an imported list that are to be fitted. Planning makes no request to the operator. */
export const batchCalls = {
  /** The stored facts about the rows: fleet, Boxes, open jobs, planned cars. Changes nothing. */
  'batch.check': call(
    'installer',
    z.object({ rows: z.array(batchRow).max(BATCH_PIECE) }),
    z.object({ verdicts: z.array(batchVerdict) }),
  ),
  /**
   * Plans all of these rows in one transaction, or none. Rows that are planned already stay unchanged, so a repeated
   * list has no effect; ProblemError `input-invalid` where a row is refused.
   */
  'batch.plan': call(
    'installer',
    z.object({ file: z.string().max(300), rows: z.array(batchRow).min(1).max(MOST_BATCH_ROWS) }),
    z.object({ planned: z.number().int(), there: z.number().int() }),
  ),
  /** The planned cars without a job, in the order of the lists. */
  'batch.planned': call(
    'installer',
    z.object({
      text: z.string().max(200),
      limit: z.number().int().min(1),
      offset: z.number().int().min(0),
    }),
    z.object({ rows: z.array(plannedCar), found: z.number().int(), total: z.number().int() }),
  ),
  /** Begins the installation of a planned car; a repeated call returns the same job. */
  'batch.begin': call('installer', z.object({ id: plannedCarId }), sentJob),
  /** Removes planned cars without a job from the list. */
  'batch.drop': call(
    'installer',
    z.object({ ids: z.array(plannedCarId).min(1).max(MOST_BATCH_ROWS) }),
    z.object({}),
  ),
  /** Saves an empty list to be filled in; null when the person cancelled. */
  'batch.template': call('installer', z.object({}), z.object({ path: z.string().nullable() })),
} as const;

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
