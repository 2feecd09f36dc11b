import type { JobSummary } from '../../../shared/domain/job.ts';
import { isSentBack } from '../../../shared/domain/reviewing.ts';
import type { OpenCarKey } from '../../../shared/ipc/calls/jobs.ts';
import type { AppStatus } from '../../../shared/domain/status.ts';

/** The open work of the day. None of it is lost, but a person should know it before the laptop is shut down. */
export interface OpenWork {
  /** Operations that need a person. */
  readonly needPerson: number;
  /** Jobs that were begun and not finished. */
  readonly begun: readonly JobSummary[];
  /** Finished jobs whose requested rework is not begun. */
  readonly sentBack: readonly JobSummary[];
  /** Jobs whose test access could still open the car. */
  readonly testAccess: readonly JobSummary[];
  /** Car keys that were not given back. */
  readonly carKeys: readonly OpenCarKey[];
  /** Operations not sent yet. */
  readonly unsent: number;
  /** Operations that the operator has accepted and not confirmed. */
  readonly unconfirmed: number;
  /** Log entries and photos whose upload is not confirmed. */
  readonly notUploaded: number;
}

/** Derives the open work from the data of the window. */
export function openWorkOf(
  jobs: readonly JobSummary[],
  carKeys: readonly OpenCarKey[],
  { queue, upload }: AppStatus,
): OpenWork {
  const open = jobs.filter(({ finishedAt }) => finishedAt === null);
  return {
    needPerson: queue.needPerson,
    begun: open,
    sentBack: jobs.filter((job) => job.finishedAt !== null && isSentBack(job)),
    testAccess: jobs.filter(({ testAccessOpen }) => testAccessOpen),
    carKeys,
    // Not derived from `unfinished`: operations that need a person may have ended, and subtracting them would hide
    // unsent ones.
    unsent: Math.max(0, queue.onTheirWay - queue.awaitingResult) + queue.waiting,
    unconfirmed: queue.awaitingResult,
    notUploaded: upload.state === 'waiting' || upload.state === 'stopped' ? notThere(upload) : 0,
  };
}

function notThere(upload: { readonly entries: number; readonly files?: number }): number {
  return upload.entries + (upload.files ?? 0);
}

/** Whether everything is sent, confirmed and closed. */
export function isAllDone(ends: OpenWork): boolean {
  const { begun, sentBack, testAccess, carKeys, ...numbers } = ends;
  return (
    [begun, sentBack, testAccess, carKeys].every(({ length }) => length === 0) &&
    Object.values(numbers).every((count) => count === 0)
  );
}
