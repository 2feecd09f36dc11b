import type { JobRemoval, LostAccess } from '../../../../shared/domain/job-removal.ts';
import type { Instant } from '../../../../shared/time.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';

type Named = Pick<LostAccess, 'userId' | 'userName' | 'start' | 'end'>;

/** How an access is called: its user and its period. */
export function useAccessWords() {
  const text = useText();
  const format = useFormat();
  return {
    user: ({ userId, userName }: Named) =>
      userName ??
      (userId === null
        ? text('directory.access.nobody')
        : text('directory.access.unnamedUser', { id: String(userId) })),
    period: ({ start, end }: Named) =>
      end === null
        ? text('directory.access.openEnded', { start: format.dateTime(start) })
        : text('directory.access.fromTo', { start: format.dateTime(start), end: format.dateTime(end) }),
  };
}

/** How many accesses end with the Box: what was over when the list was read does not. */
export function stillToEnd({ accesses, losses }: Pick<JobRemoval, 'accesses' | 'losses'>): number {
  return accesses.filter((access) => losses === null || timeOf(access, losses.readAt) !== 'over').length;
}

/** Where an access stands in time. */
export function timeOf({ start, end }: Named, now: Instant): 'running' | 'upcoming' | 'over' {
  if (end !== null && end <= now) return 'over';
  return start > now ? 'upcoming' : 'running';
}
