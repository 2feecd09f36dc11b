import type { DirectoryAssignment } from '../../../../shared/domain/directory.ts';
import type { Instant } from '../../../../shared/time.ts';

/** Where an access stands in time. */
export type Standing = 'running' | 'upcoming' | 'over';

/** Does it run, is it to come, or is it over? An end that is reached is over; no end runs on. */
export function standingOf(
  { start, end }: Pick<DirectoryAssignment, 'start' | 'end'>,
  now: Instant,
): Standing {
  if (end !== null && end <= now) return 'over';
  return start > now ? 'upcoming' : 'running';
}

/** Accesses by where they stand: running ones by their end, upcoming by their beginning, the latest past one first. */
export function byStanding(
  accesses: readonly DirectoryAssignment[],
  now: Instant,
): Readonly<Record<Standing, readonly DirectoryAssignment[]>> {
  const among = (standing: Standing) => accesses.filter((access) => standingOf(access, now) === standing);
  const endOf = ({ end }: DirectoryAssignment) => end ?? Number.POSITIVE_INFINITY;
  return {
    running: among('running').sort((one, other) => compare(endOf(one), endOf(other))),
    upcoming: among('upcoming').sort((one, other) => compare(one.start, other.start)),
    over: among('over').sort((one, other) => compare(endOf(other), endOf(one))),
  };
}

const compare = (one: number, other: number): number => (one === other ? 0 : one < other ? -1 : 1);
