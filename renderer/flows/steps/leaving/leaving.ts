import { z } from 'zod';
import {
  type AccessFate,
  type JobRemoval,
  type LostAccess,
  removalReason,
} from '../../../../shared/domain/job-removal.ts';
import type { Instant } from '../../../../shared/time.ts';
import { boxCondition } from '../../../../shared/domain/boxes.ts';
import { productId } from '../../../../shared/ids.ts';
import type { ConfirmedBy, OperationView } from '../../../../shared/domain/operation.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';

/**
 * The chosen Box that leaves, not saved yet. `serial`: null = no text was typed. `reason`: for another Box than the
 * planned one.
 */
export const oldBoxDraft = z.object({
  picked: productId.nullable(),
  serial: z.string().nullable(),
  reason: z.string().default(''),
});
export const emptyOldBoxDraft: z.infer<typeof oldBoxDraft> = { picked: null, serial: null, reason: '' };

/** The reason of the removal. The confirmation itself is never saved. */
export const takeOutDraft = z.object({
  reason: removalReason.shape.code.nullable(),
  text: z.string(),
  /** Null: as the reason says. */
  condition: boxCondition.nullable().default(null),
});
export const emptyTakeOutDraft: z.infer<typeof takeOutDraft> = { reason: null, text: '', condition: null };

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

/** A dated step of an operation. */
export interface OperationEvent {
  readonly at: Instant;
  readonly what: 'requested' | 'sent' | 'accepted' | 'done' | 'reported' | 'failed' | 'cancelled';
  readonly confirmedBy: ConfirmedBy | null;
  /** The laptop that alone reported this end. */
  readonly reportedBy: string | null;
  readonly raw: string | null;
}

/** Derives the dated steps of an operation from its attempts and its end. */
export function stepsOfOperation(operation: OperationView): readonly OperationEvent[] {
  const plain = (at: number, what: OperationEvent['what']): OperationEvent => ({
    at,
    what,
    confirmedBy: null,
    reportedBy: null,
    raw: null,
  });
  const [first] = operation.history;
  const { state, updatedAt, confirmedBy, reportedBy, problem } = operation;
  const end = state === 'done' || state === 'failed' || state === 'cancelled' ? state : null;
  const what: OperationEvent['what'] | null = end === 'done' && reportedBy !== null ? 'reported' : end;
  return [
    plain(operation.createdAt, 'requested'),
    ...(first === undefined ? [] : [plain(first.startedAt, 'sent')]),
    ...(operation.acceptedAt === null ? [] : [plain(operation.acceptedAt, 'accepted')]),
    ...(what === null ? [] : [{ at: updatedAt, what, confirmedBy, reportedBy, raw: problem?.raw ?? null }]),
  ];
}
