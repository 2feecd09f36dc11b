import { z } from 'zod';
import { carId, groupId, jobId, seriesId, userId, checklistName } from '../ids.ts';
import { sentence } from '../problem.ts';
import { instant } from '../time.ts';
import { typedAnswer } from './checklist.ts';
import { jobKey } from './directory.ts';
import { language } from './settings.ts';

/**
 * The common values of a series, as its last car left them. They are chosen once, shown with every car, and applied
 * without another question. Values of a single car (car, serial, answers that attest it, test) are never included.
 */
export const seriesShares = z.object({
  /** The make and model of the series, for detecting a different car; null until the first car is known. */
  like: z.object({ brand: z.string().nullable(), model: z.string().nullable() }).nullable(),
  key: jobKey.nullable(),
  group: z.object({ id: groupId.nullable(), name: z.string() }).nullable(),
  checklist: checklistName.nullable(),
  /** The answers to that checklist that describe how such cars are fitted. */
  answers: z.record(z.string(), typedAnswer).default({}),
  test: z.object({ userId, userName: z.string(), minutes: z.number().int().positive() }).nullable(),
  /** Steps that were skipped for the previous car, and will be skipped for the next ones. */
  skipped: z.array(z.enum(['keyfob', 'group'])),
  /** The language of the reports; null = that of the app. */
  reportLanguage: language.nullable().default(null),
});
export type SeriesShares = z.infer<typeof seriesShares>;

export const nothingShared: SeriesShares = {
  like: null,
  key: null,
  group: null,
  checklist: null,
  answers: {},
  test: null,
  skipped: [],
  reportLanguage: null,
};

/** A running series, as Home shows it. */
export const seriesView = z.object({
  id: seriesId,
  startedAt: instant,
  planned: z.number().int().nullable(),
  /** Cars whose job is finished. */
  done: z.number().int().nonnegative(),
  shares: seriesShares,
  /** The unfinished job of the series that was begun last; null when the next car can be begun. */
  open: jobId.nullable(),
});
export type SeriesView = z.infer<typeof seriesView>;

/** The series of one job. */
export const jobSeries = seriesView.omit({ startedAt: true, open: true }).extend({
  /** The position of this car in the series, from 1. */
  number: z.number().int().positive(),
  /** Whether a person ended it. */
  ended: z.boolean(),
  /** Suspicious facts about this car in the series. They warn and never block. */
  traps: z.array(sentence),
  /** The cars of its other jobs, if the operator has them: none of them can be the next car. */
  cars: z.array(carId),
});
export type JobSeries = z.infer<typeof jobSeries>;

/** Upper bound of cars in a series, far above real ones. */
export const MOST_IN_SERIES = 5000;

/** The planned number of cars; null = not given. */
export const plannedCars = z.number().int().min(1).max(MOST_IN_SERIES).nullable();
