/* Findings that several kinds share: a changed value, an unknown car, a reassigned number, the values of an access. */

import { type Problem, makeProblem } from '../../../../shared/problem.ts';
import { ok, type Result } from '../../../../shared/result.ts';
import type { CarId, UserId } from '../../../../shared/ids.ts';
import type { Assignment } from '../../../../shared/operator/resources.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { OperatorError } from '../../../operator/operator-error.ts';
import { readCar } from '../../../operator/endpoints/cars.ts';
import type { Finding, Preparation, Reading } from './kind.ts';

/** One value that an operation changes. `before`: as it was before the first sending; undefined = not known. */
export interface ChangedValue<Value> {
  readonly asked: Value;
  readonly before: Value | undefined;
  readonly now: Value;
}

/**
 * The finding for a change whose answer was lost. A value that is neither the requested one nor the one before is a
 * colleague's: a resend would overwrite it, so a person decides.
 */
export function findingOfChange<Value>(
  values: readonly ChangedValue<Value>[],
  problemOf: (changed: ChangedValue<Value>) => Problem,
): Finding {
  const open = values.filter(({ asked, now }) => now !== asked);
  if (open.length === 0) return { found: 'applied', bindings: {} };
  const colleagues = open.find(({ before, now }) => before !== undefined && now !== before);
  return colleagues === undefined
    ? { found: 'not-applied' }
    : { found: 'not-applied', mayBe: problemOf(colleagues) };
}

/** The read of the value for `prepareChange`; `probe` is the kind's reconciling read. */
interface ChangeReads<Before> {
  readonly notOffered: (error: OperatorError) => boolean;
  readonly wasAbsent: () => boolean;
  /** The value, or why there is nothing to change. */
  readonly read: () => Promise<Result<Before | null, OperatorError> | Preparation<never>>;
  readonly probe: () => Promise<Finding>;
}

/**
 * Reads and stores the value before the first sending. If it is absent or not offered, the change is sent without it,
 * and the operator's answer decides. It is read again before each resend. If a colleague changed it since, a person
 * decides, and that decision clears the stored value (`electron/operations/queue/decisions.ts`).
 */
export async function prepareChange<Before>(
  before: { readonly before: Before | null } | null,
  { notOffered, wasAbsent, read, probe }: ChangeReads<Before>,
): Promise<Preparation<{ readonly before: Before | null }>> {
  if (before !== null) {
    const finding = before.before === null ? null : await probe();
    if (finding?.found === 'nothing') return { go: 'later', error: finding.error };
    if (finding?.found === 'absent' && !wasAbsent()) {
      return { go: 'wait', problem: makeProblem('operator-not-found') };
    }
    if (finding?.found === 'contradiction' || finding?.found === 'absent')
      return { go: 'refused', problem: finding.problem };
    if (finding?.found === 'not-applied' && finding.mayBe !== undefined) {
      return { go: 'refused', problem: finding.mayBe };
    }
    return { go: 'send', context: before };
  }
  const found = await read();
  if ('go' in found) return found;
  if (!found.ok && found.error.code !== 'not-found' && !notOffered(found.error)) {
    return { go: 'later', error: found.error };
  }
  const value = found.ok ? found : ok(null);
  return { go: 'send', context: { before: value.value } };
}

/** The car's name if the operator does not know the car; null = it does, or does not report it. */
export async function unknownCar(
  car: CarId,
  label: string,
  { client, signal }: Pick<Reading, 'client' | 'signal'>,
): Promise<Problem | null> {
  const read = await client.call(readCar(car), { signal });
  return !read.ok && read.error.code === 'not-found' ? makeProblem('car-unknown', { car: label }) : null;
}

/** The facts that tell accesses with one number apart; null or absent = not known, and not compared. */
interface Holder {
  readonly carId?: CarId | null | undefined;
  readonly userId?: UserId | null | undefined;
}

/**
 * Whether this number belongs to another access now. An access keeps its car and user, and the operator reassigns only
 * numbers of deleted accesses (after a UAT reset). So a difference means that the intended access has ended.
 */
export function isAnotherAccess(now: Holder, meant: Holder): boolean {
  return differs(now.carId, meant.carId) || differs(now.userId, meant.userId);
}

function differs(now: number | null | undefined, meant: number | null | undefined): boolean {
  return typeof now === 'number' && typeof meant === 'number' && now !== meant;
}

/** The values of an access that a change can replace. `end` null = open-ended; seconds null = not reported. */
export interface AccessValues {
  readonly start: Instant;
  readonly end: Instant | null;
  readonly lifetime: number | null;
  readonly renewableAfter: number | null;
}

export function accessValues({
  start,
  end,
  lifetime = null,
  renewableAfter = null,
}: Pick<Assignment, keyof AccessValues>): AccessValues {
  return { start, end, lifetime, renewableAfter };
}
