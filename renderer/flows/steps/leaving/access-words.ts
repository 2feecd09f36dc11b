import type { AccessFate, JobRemoval, LostAccess } from '../../../../shared/domain/job-removal.ts';
import type { Instant } from '../../../../shared/time.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';

type Named = Pick<LostAccess, 'userId' | 'userName' | 'start' | 'end'>;

/** The name of an access: its user and its period. */
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

/** A number of accesses, and how many of them are known to be removed. */
interface Counted {
  readonly total: number;
  readonly gone: number;
}

/**
 * Counts the accesses; the numbers are the same before and after the removal. `ending`: those that end with the Box.
 * `over`: those that had expired when the list was read; the operator removes them from its list too.
 */
export function countAccesses({ accesses, losses }: Pick<JobRemoval, 'accesses' | 'losses'>): {
  readonly ending: Counted;
  readonly over: Counted;
} {
  const wasOver = (access: AccessFate) => losses !== null && timeOf(access, losses.readAt) === 'over';
  const counted = (some: readonly AccessFate[]): Counted => ({
    total: some.length,
    gone: some.filter(({ fate }) => fate === 'gone').length,
  });
  return {
    ending: counted(accesses.filter((access) => !wasOver(access))),
    over: counted(accesses.filter(wasOver)),
  };
}

/** Whether an access is running, upcoming or over. */
export function timeOf({ start, end }: Named, now: Instant): 'running' | 'upcoming' | 'over' {
  if (end !== null && end <= now) return 'over';
  return start > now ? 'upcoming' : 'running';
}
