import { MOST_CAR_KEYS } from '../../../shared/domain/job.ts';
import { boundedText, requiredName, typedText } from '../../../shared/domain/typed-text.ts';
import type { OpenCarKey } from '../../../shared/ipc/calls/jobs.ts';
import type { JobId } from '../../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import type { Sqlite } from '../../db/open.ts';
import { isGiven } from '../../db/tables/queue/hand-overs.ts';
import { jobsWithCarKeys } from '../../db/tables/queue/jobs.ts';
import { changeJob } from '../change.ts';
import { parseJobData } from '../job-data.ts';
import type { JobParts } from '../parts.ts';
import { carOfJob } from './car.ts';

/**
 * Notes that the crew has a key of the job's car: which one, if that is said, and where it came from. ProblemErrors `not-found`,
 * `job-finished`, `name-missing`, `name-too-long`, `input-invalid` beyond `MOST_CAR_KEYS`.
 */
export function takeCarKey(parts: JobParts, job: JobId, typed: { which: string; from: string }): void {
  const from = requiredName(typed.from, 'key');
  const which = boundedText(typedText(typed.which) ?? '', 'key');
  changeJob(parts, job, ({ data, now, record }) => {
    const { held, back } = data.carKeys;
    const number = held.length + back.length + 1;
    if (number > MOST_CAR_KEYS) throw new ProblemError(makeProblem('input-invalid'));
    record('car-key-taken', { number, which, from });
    return { ...data, carKeys: { held: [...held, { number, which, from, at: now }], back } };
  });
}

/**
 * Notes to whom a key of the car was given back, also after the job's end. ProblemErrors `not-found` where the crew does not have it,
 * `job-finished` where another laptop goes on with the job, `name-missing`, `name-too-long`.
 */
export function giveBackCarKey(parts: JobParts, job: JobId, given: { number: number; to: string }): void {
  const to = requiredName(given.to, 'key');
  changeJob(
    parts,
    job,
    ({ context, data, now, record }) => {
      if (isGiven(context.sqlite, job)) throw new ProblemError(makeProblem('job-finished'));
      const { held, back } = data.carKeys;
      const key = held.find(({ number }) => number === given.number);
      if (key === undefined) throw new ProblemError(makeProblem('not-found'));
      const { number, which } = key;
      record('car-key-given-back', { number, which, to });
      const left = held.filter((other) => other !== key);
      return { ...data, carKeys: { held: left, back: [...back, { ...key, to, backAt: now }] } };
    },
    { evenFinished: true },
  );
}

/** The keys in the crew's hands, of jobs of any age; those of a job that another laptop goes on with are its to give back. */
export function openCarKeys(sqlite: Sqlite): readonly OpenCarKey[] {
  return jobsWithCarKeys(sqlite)
    .filter(({ id }) => !isGiven(sqlite, id))
    .flatMap((row) => {
      const { car, carKeys } = parseJobData(row);
      const about = { job: row.id, car: car === null ? null : carOfJob(sqlite, car) };
      return carKeys.held.map((key) => ({ ...about, key }));
    });
}
