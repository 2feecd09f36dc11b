import { z } from 'zod';
import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconCloudDown,
  IconDeviceLaptop,
  IconDeviceFloppy,
  IconLock,
  IconLockOpen,
  IconRouter,
  IconSend,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import type { VerificationEvent, VerificationPhase } from '../../../../shared/domain/proof.ts';
import { testMinutes } from '../../../../shared/domain/settings.ts';
import { userId } from '../../../../shared/ids.ts';

/** The settings of the test access before it is requested. null = as in the preferences. */
export const verifyDraft = z.object({
  user: z.object({ id: userId, name: z.string() }).nullable(),
  search: z.string(),
  minutes: testMinutes.nullable(),
});
type VerifyDraft = z.infer<typeof verifyDraft>;

export const emptyVerifyDraft: VerifyDraft = { user: null, search: '', minutes: null };

/** Whether the test access can open the car. Yes from its confirmation until its removal is confirmed. */
export function accessIsOpen(phase: VerificationPhase): boolean {
  return (
    phase === 'confirmed' ||
    phase === 'removal-requested' ||
    phase === 'removal-accepted' ||
    phase === 'removal-failed'
  );
}

/** The content of the screen in a phase. */
type VerifyStage = 'set-up' | 'waiting' | 'trying' | 'removing' | 'removed';

const stages: Readonly<Record<VerificationPhase, VerifyStage>> = {
  'not-started': 'set-up',
  failed: 'set-up',
  requested: 'waiting',
  accepted: 'waiting',
  confirmed: 'trying',
  'removal-failed': 'trying',
  'removal-requested': 'removing',
  'removal-accepted': 'removing',
  removed: 'removed',
};

/** The stage of a phase. */
export const stageOf = (phase: VerificationPhase): VerifyStage => stages[phase];

type What = VerificationEvent['what'];

const towardsAccess = ['sent', 'accepted', 'confirmed'] as const;
const towardsRemoval = ['removal-sent', 'removal-accepted', 'removed'] as const;

/** A step that is expected in a round. */
type StepToCome = (typeof towardsAccess)[number] | (typeof towardsRemoval)[number];

/** The expected dated steps of this round, in their order. */
export function stepsToCome(
  phase: VerificationPhase,
  round: readonly VerificationEvent[],
): readonly StepToCome[] {
  const stage = stageOf(phase);
  const expected: readonly StepToCome[] =
    stage === 'waiting' ? towardsAccess : stage === 'removing' ? towardsRemoval : [];
  const happened = new Set<What>(round.map((event) => event.what));
  // A step counts as passed when a later one happened, because an answer can be lost on the network.
  return expected.slice(expected.findLastIndex((what) => happened.has(what)) + 1);
}

/**
 * Splits the events into the current round and the earlier ones. The current round is the last test access, or once its
 * removal is requested, the last removal.
 */
export function rounds(
  phase: VerificationPhase,
  events: readonly VerificationEvent[],
): { readonly now: readonly VerificationEvent[]; readonly before: readonly VerificationEvent[] } {
  const stage = stageOf(phase);
  const begins: What = stage === 'removing' || stage === 'removed' ? 'removal-requested' : 'requested';
  const start = Math.max(
    events.findLastIndex((event) => event.what === begins),
    0,
  );
  return { now: events.slice(start), before: events.slice(0, start) };
}

interface Sign {
  readonly icon: Icon;
  readonly tone: 'progress' | 'waiting' | 'done' | 'trouble';
}

/** Only the operator's confirmation and the installer's own observation are green; an accepted operation is waiting. */
export const eventSigns: Readonly<Record<VerificationEvent['what'], Sign>> = {
  requested: { icon: IconDeviceFloppy, tone: 'progress' },
  sent: { icon: IconSend, tone: 'progress' },
  accepted: { icon: IconClock, tone: 'waiting' },
  'result-at-relay': { icon: IconRouter, tone: 'progress' },
  'result-fetched': { icon: IconCloudDown, tone: 'progress' },
  confirmed: { icon: IconCircleCheck, tone: 'done' },
  failed: { icon: IconAlertTriangle, tone: 'trouble' },
  opened: { icon: IconLockOpen, tone: 'done' },
  'not-opened': { icon: IconX, tone: 'trouble' },
  closed: { icon: IconLock, tone: 'done' },
  'not-closed': { icon: IconX, tone: 'trouble' },
  extended: { icon: IconCircleCheck, tone: 'done' },
  'removal-requested': { icon: IconTrash, tone: 'progress' },
  'removal-sent': { icon: IconSend, tone: 'progress' },
  'removal-accepted': { icon: IconClock, tone: 'waiting' },
  removed: { icon: IconCircleCheck, tone: 'done' },
  'reported-confirmed': { icon: IconDeviceLaptop, tone: 'waiting' },
  'reported-extended': { icon: IconDeviceLaptop, tone: 'waiting' },
  'reported-removed': { icon: IconDeviceLaptop, tone: 'waiting' },
  'removal-failed': { icon: IconAlertTriangle, tone: 'trouble' },
};
