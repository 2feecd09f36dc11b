import {
  IconAlertTriangle,
  IconCircle,
  IconCircleCheck,
  IconCircleMinus,
  IconClock,
  IconCloudUp,
  IconDeviceLaptop,
  IconHelpCircle,
  IconHourglass,
  IconInfoCircle,
  IconLink,
  IconLock,
  IconLockOpen,
  IconMinus,
  IconPlayerPlay,
  IconSend,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import type { HealthFinding } from '../../shared/domain/diagnostics.ts';
import type { JobStatus, StepState } from '../../shared/domain/job.ts';
import type { PreflightCheck } from '../../shared/domain/boxes.ts';
import type { ProofWord } from '../../shared/domain/proof.ts';
import type { OperationState } from '../../shared/domain/operation.ts';
import type { RevokedAssignmentView } from '../../shared/domain/operation-commands.ts';
import type { TextKey } from '../i18n/texts.ts';

/** `waiting` is amber: not done, and no act is needed. `progress` is under way. */
export type Tone = 'neutral' | 'progress' | 'waiting' | 'trouble' | 'done';

export interface Badge {
  readonly tone: Tone;
  readonly icon: Icon;
  readonly word: TextKey;
}

/** Only `done` is ever green: an operation that is merely accepted is still waiting (product.md, rule 3). */
export const operationBadges: Readonly<Record<OperationState, Badge>> = {
  waiting: { tone: 'neutral', icon: IconLink, word: 'operationState.waiting' },
  ready: { tone: 'progress', icon: IconCloudUp, word: 'operationState.ready' },
  sending: { tone: 'progress', icon: IconSend, word: 'operationState.sending' },
  'awaiting-result': { tone: 'waiting', icon: IconClock, word: 'operationState.awaiting-result' },
  unknown: { tone: 'waiting', icon: IconHelpCircle, word: 'operationState.unknown' },
  blocked: { tone: 'trouble', icon: IconAlertTriangle, word: 'operationState.blocked' },
  held: { tone: 'waiting', icon: IconHourglass, word: 'operationState.held' },
  done: { tone: 'done', icon: IconCircleCheck, word: 'operationState.done' },
  failed: { tone: 'trouble', icon: IconX, word: 'operationState.failed' },
  cancelled: { tone: 'neutral', icon: IconCircleMinus, word: 'operationState.cancelled' },
};

/**
 * @param reportedBy the laptop that reported it as done; null = the operator confirmed it. A laptop's report is not
 * green.
 */
export const operationBadge = (state: OperationState, reportedBy: string | null): Badge =>
  state === 'done' && reportedBy !== null
    ? { tone: 'waiting', icon: IconDeviceLaptop, word: 'operationState.done' }
    : operationBadges[state];

/** The state of an access when its Box is taken out; the wanted state is gone. */
export const accessBadges: Readonly<Record<RevokedAssignmentView['state'], Badge>> = {
  'pending deletion': { tone: 'waiting', icon: IconClock, word: 'queue.accessState.pendingDeletion' },
  deleted: { tone: 'done', icon: IconCircleCheck, word: 'queue.accessState.deleted' },
  'deletion failed': { tone: 'trouble', icon: IconX, word: 'queue.accessState.deletionFailed' },
};

export const jobBadges: Readonly<Record<JobStatus, Badge>> = {
  'needs-person': { tone: 'trouble', icon: IconAlertTriangle, word: 'jobStatus.needs-person' },
  'in-progress': { tone: 'progress', icon: IconPlayerPlay, word: 'jobStatus.in-progress' },
  'waiting-for-connection': { tone: 'progress', icon: IconCloudUp, word: 'jobStatus.waiting-for-connection' },
  'waiting-for-result': { tone: 'waiting', icon: IconClock, word: 'jobStatus.waiting-for-result' },
  done: { tone: 'done', icon: IconCircleCheck, word: 'jobStatus.done' },
};

export const stepBadges: Readonly<Record<StepState, Badge>> = {
  open: { tone: 'neutral', icon: IconCircle, word: 'stepState.open' },
  saved: { tone: 'waiting', icon: IconCloudUp, word: 'stepState.saved' },
  confirmed: { tone: 'done', icon: IconCircleCheck, word: 'stepState.confirmed' },
  problem: { tone: 'trouble', icon: IconAlertTriangle, word: 'stepState.problem' },
  skipped: { tone: 'neutral', icon: IconCircleMinus, word: 'stepState.skipped' },
  'not-needed': { tone: 'neutral', icon: IconCircleMinus, word: 'stepState.not-needed' },
  'not-working': { tone: 'waiting', icon: IconX, word: 'stepState.not-working' },
  unchecked: { tone: 'waiting', icon: IconHelpCircle, word: 'stepState.unchecked' },
  reported: { tone: 'waiting', icon: IconDeviceLaptop, word: 'handOver.reported.unknown' },
};

/** The state of a part of this laptop. */
export const healthBadges: Readonly<Record<HealthFinding['state'], Badge>> = {
  good: { tone: 'done', icon: IconCircleCheck, word: 'health.state.good' },
  unchecked: { tone: 'neutral', icon: IconCircleMinus, word: 'health.state.unchecked' },
  attention: { tone: 'waiting', icon: IconInfoCircle, word: 'health.state.attention' },
  broken: { tone: 'trouble', icon: IconAlertTriangle, word: 'health.state.broken' },
};

export const checkBadges: Readonly<Record<PreflightCheck['state'], Badge>> = {
  passed: { tone: 'done', icon: IconCircleCheck, word: 'checkState.passed' },
  refused: { tone: 'trouble', icon: IconAlertTriangle, word: 'checkState.refused' },
  unchecked: { tone: 'waiting', icon: IconHelpCircle, word: 'checkState.unchecked' },
};

/** The result of the tests of a car. Only a car with a passed test is green. */
export const proofBadges: Readonly<Record<ProofWord, Badge>> = {
  'not-needed': { tone: 'neutral', icon: IconMinus, word: 'proof.not-needed' },
  'not-tested': { tone: 'neutral', icon: IconCircle, word: 'proof.not-tested' },
  'under-way': { tone: 'progress', icon: IconClock, word: 'proof.under-way' },
  'to-try': { tone: 'waiting', icon: IconLockOpen, word: 'proof.to-try' },
  'to-remove': { tone: 'waiting', icon: IconLockOpen, word: 'proof.to-remove' },
  proven: { tone: 'done', icon: IconLock, word: 'proof.proven' },
  'not-opened': { tone: 'trouble', icon: IconX, word: 'proof.not-opened' },
  'not-closed': { tone: 'trouble', icon: IconX, word: 'proof.not-closed' },
  refused: { tone: 'trouble', icon: IconX, word: 'proof.refused' },
  expired: { tone: 'waiting', icon: IconHelpCircle, word: 'proof.expired' },
  'not-tried': { tone: 'waiting', icon: IconHelpCircle, word: 'proof.not-tried' },
};
