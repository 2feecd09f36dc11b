import type { ViewOf } from '../../../../shared/domain/job.ts';

/** Was the removal decided, and is it still wanted? One that was given up or refused may be decided again. */
export function isDecided(job: ViewOf<'removal' | 'swap'>): boolean {
  const state = job.operations.find(({ id }) => id === job.removal.operation)?.state;
  return state !== undefined && state !== 'cancelled' && state !== 'failed';
}
