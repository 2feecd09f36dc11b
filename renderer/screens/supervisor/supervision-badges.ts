import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCircle,
  IconCircleCheck,
  IconClock,
  IconHelpCircle,
  IconLock,
  IconLockOpen,
  IconMinus,
  IconPlayerPlay,
  IconRefresh,
  IconShare3,
  IconX,
} from '@tabler/icons-react';
import type { ReviewState, SupervisionRow, SupervisionState } from '../../../shared/domain/supervision.ts';
import { neverReached } from '../../../shared/never.ts';
import type { Badge, Tone } from '../../components/badges.ts';

export const supervisionBadges: Readonly<Record<SupervisionState, Badge>> = {
  'needs-person': { tone: 'trouble', icon: IconAlertTriangle, word: 'installations.state.needs-person' },
  'under-way': { tone: 'progress', icon: IconPlayerPlay, word: 'installations.state.under-way' },
  'handed-over': { tone: 'waiting', icon: IconShare3, word: 'installations.state.handed-over' },
  unconfirmed: { tone: 'waiting', icon: IconClock, word: 'installations.state.unconfirmed' },
  complete: { tone: 'done', icon: IconCircleCheck, word: 'installations.state.complete' },
};

export const reviewBadges: Readonly<Record<ReviewState, Badge>> = {
  none: { tone: 'neutral', icon: IconCircle, word: 'installations.review.none' },
  approved: { tone: 'done', icon: IconCircleCheck, word: 'installations.review.approved' },
  rework: { tone: 'trouble', icon: IconArrowBackUp, word: 'installations.review.rework' },
  mended: { tone: 'waiting', icon: IconRefresh, word: 'installations.review.mended' },
  reopened: { tone: 'waiting', icon: IconHelpCircle, word: 'installations.review.reopened' },
};

/** How far it is proved that the car opens and closes; an access left open counts before all else. */
export function proofBadge({ kind, verification, openAccess }: SupervisionRow): Badge {
  if (openAccess !== null) {
    return { tone: 'waiting', icon: IconLockOpen, word: 'installations.proof.access-open' };
  }
  if (verification.opened === false || verification.closed === false) {
    return { tone: 'trouble', icon: IconX, word: 'installations.proof.did-not' };
  }
  switch (verification.phase) {
    case 'not-started':
      if (kind === 'removal')
        return { tone: 'neutral', icon: IconMinus, word: 'installations.proof.not-needed' };
      return { tone: 'neutral', icon: IconCircle, word: 'installations.proof.none' };
    case 'failed':
    case 'removal-failed':
      return { tone: 'trouble', icon: IconX, word: 'installations.proof.failed' };
    case 'requested':
    case 'accepted':
    case 'confirmed':
    case 'removal-requested':
    case 'removal-accepted':
      return { tone: 'progress', icon: IconClock, word: 'installations.proof.under-way' };
    case 'removed':
      return verification.opened === true && verification.closed === true
        ? { tone: 'done', icon: IconLock, word: 'installations.proof.proved' }
        : { tone: 'waiting', icon: IconHelpCircle, word: 'installations.proof.not-seen' };
    default:
      return neverReached(verification.phase);
  }
}

/** From which score on a job's risk is raised or high. */
export const RAISED_RISK = 20;
export const HIGH_RISK = 50;

export type RiskLevel = 'low' | 'raised' | 'high';
export const riskLevel = (risk: number): RiskLevel =>
  risk >= HIGH_RISK ? 'high' : risk >= RAISED_RISK ? 'raised' : 'low';
export const riskTones: Readonly<Record<RiskLevel, Tone>> = {
  low: 'neutral',
  raised: 'waiting',
  high: 'trouble',
};
