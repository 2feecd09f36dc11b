import { isBoxUnchecked, type JobView } from '../../../shared/domain/job.ts';
import type { JobId } from '../../../shared/ids.ts';
import type { Sqlite } from '../../db/open.ts';
import { readJob } from '../../db/tables/queue/jobs.ts';

/** Is it a job of this laptop? */
export const isOwnJob = (sqlite: Sqlite, job: JobId): boolean => readJob(sqlite, job) !== undefined;

/** The checks of a job that are not green, by name: what a supervisor has to look at before it can be right. */
export function ownChecksNotGreen(job: JobView): readonly string[] {
  const { car, finishedAt, unfinished, problem, testAccessOpen, forcedCount, reported } = job;
  const checks: readonly (readonly [string, boolean])[] = [
    ['car', car !== null],
    ['box', (job.kind === 'removal' ? job.removal.box : job.box) !== null],
    ['box-checked', job.kind === 'removal' || !isBoxUnchecked(job.preflight)],
    ['finished', finishedAt !== null],
    ['confirmed', unfinished === 0 && problem === null && reported === null],
    ['access-removed', !testAccessOpen],
    ['nothing-forced', forcedCount === 0],
    ['checklist', job.kind !== 'installation' || job.checklist.complete],
    ['access-proven', isProven(job)],
  ];
  return checks.flatMap(([name, green]) => (green ? [] : [name]));
}

/** The car opened and closed with a test access that is gone again. A removal leaves nothing to try. */
const isProven = ({ proof }: JobView): boolean => proof.state === 'proven' || proof.state === 'not-needed';
