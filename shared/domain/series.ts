import { z } from 'zod';
import { carId, groupId, jobId, seriesId, userId } from '../ids.ts';
import { sentence } from '../problem.ts';
import { instant } from '../time.ts';
import { checklistName, typedAnswer } from './checklist.ts';
import { jobKey } from './job-key.ts';
import { language } from './settings.ts';

/**
 * The common values of a series, as its last car left them. Chosen once, shown with every car, and taken for
 * it without being asked again; what is the car's own (car, serial, answers that attest it, test) is never here.
 */
export const seriesShares = z.object({
  /** Make and model, to notice another one; null until the first car is known. */
  like: z.object({ brand: z.string().nullable(), model: z.string().nullable() }).nullable(),
  key: jobKey.nullable(),
  group: z.object({ id: groupId.nullable(), name: z.string() }).nullable(),
  checklist: checklistName.nullable(),
  /** Of that checklist: the answers that describe how such cars are fitted. */
  answers: z.record(z.string(), typedAnswer).default({}),
  test: z.object({ userId, userName: z.string(), minutes: z.number().int().positive() }).nullable(),
  /** Left out on purpose with the car before, so with the next ones. */
  skipped: z.array(z.enum(['keyfob', 'group'])),
  /** The language of the reports; null: that of the app. */
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

/** A series that goes on, as Home shows it. */
export const seriesView = z.object({
  id: seriesId,
  startedAt: instant,
  planned: z.number().int().nullable(),
  /** Cars whose job is finished. */
  done: z.number().int().nonnegative(),
  shares: seriesShares,
  /** The unfinished job of it that was begun last; null when the next car is to be begun. */
  open: jobId.nullable(),
});
export type SeriesView = z.infer<typeof seriesView>;

/** The series around one job. */
export const jobSeries = seriesView.omit({ startedAt: true, open: true }).extend({
  /** Which car of the series this is, from 1. */
  number: z.number().int().positive(),
  /** Has a person ended it? */
  ended: z.boolean(),
  /** Suspicious facts of this car in this series. Warns, never blocks. */
  traps: z.array(sentence),
  /** The cars of its other jobs, as far as the operator has them: none of them is the next one. */
  cars: z.array(carId),
});
export type JobSeries = z.infer<typeof jobSeries>;

/** More cars than anybody fits in one go. */
export const MOST_IN_SERIES = 5000;

/** The planned number of cars; null = not given. */
export const plannedCars = z.number().int().min(1).max(MOST_IN_SERIES).nullable();
