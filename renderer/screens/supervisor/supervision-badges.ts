import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCircle,
  IconCircleCheck,
  IconClock,
  IconHelpCircle,
  IconLinkOff,
  IconPlayerPlay,
  IconRefresh,
  IconShare3,
  IconShieldCheck,
  IconTrash,
  IconWritingSignOff,
} from '@tabler/icons-react';
import type { ReviewState, SupervisionRow, SupervisionState } from '../../../shared/domain/supervision.ts';
import { LOG_WORDS, type LogStatus } from '../../../shared/domain/supervision-job.ts';
import { wordOf } from '../../../shared/domain/proof.ts';
import type { ReviewState as JobReviewState } from '../../../shared/domain/reviewing.ts';
import { type Badge, proofBadges, type Tone } from '../../components/badges.ts';

export const supervisionBadges: Readonly<Record<SupervisionState, Badge>> = {
  'needs-person': { tone: 'trouble', icon: IconAlertTriangle, word: 'installations.state.needs-person' },
  'under-way': { tone: 'progress', icon: IconPlayerPlay, word: 'installations.state.under-way' },
  'handed-over': { tone: 'waiting', icon: IconShare3, word: 'installations.state.handed-over' },
  unconfirmed: { tone: 'waiting', icon: IconClock, word: 'installations.state.unconfirmed' },
  untested: { tone: 'waiting', icon: IconHelpCircle, word: 'installations.state.untested' },
  unchecked: { tone: 'waiting', icon: IconHelpCircle, word: 'installations.state.unchecked' },
  complete: { tone: 'done', icon: IconCircleCheck, word: 'installations.state.complete' },
  discarded: { tone: 'neutral', icon: IconTrash, word: 'installations.state.discarded' },
};

export const reviewBadges: Readonly<Record<ReviewState, Badge>> = {
  none: { tone: 'neutral', icon: IconCircle, word: 'installations.review.none' },
  approved: { tone: 'done', icon: IconCircleCheck, word: 'installations.review.approved' },
  rework: { tone: 'trouble', icon: IconArrowBackUp, word: 'installations.review.rework' },
  mended: { tone: 'waiting', icon: IconRefresh, word: 'installations.review.mended' },
  reopened: { tone: 'waiting', icon: IconHelpCircle, word: 'installations.review.reopened' },
};

export const logBadges: Readonly<Record<LogStatus, Badge>> = {
  fault: { tone: 'trouble', icon: IconLinkOff, word: LOG_WORDS.fault },
  unsigned: { tone: 'waiting', icon: IconWritingSignOff, word: LOG_WORDS.unsigned },
  'partly-signed': { tone: 'waiting', icon: IconWritingSignOff, word: LOG_WORDS['partly-signed'] },
  checked: { tone: 'neutral', icon: IconShieldCheck, word: LOG_WORDS.checked },
};

/** The result of the tests of the car. */
export const proofBadge = ({ proof }: Pick<SupervisionRow, 'proof'>): Badge => proofBadges[wordOf(proof)];

/** Thresholds of the risk score. */
export const RAISED_RISK = 20;
export const HIGH_RISK = 50;

type RiskLevel = 'low' | 'raised' | 'high';
export const riskLevel = (risk: number): RiskLevel =>
  risk >= HIGH_RISK ? 'high' : risk >= RAISED_RISK ? 'raised' : 'low';
export const riskTones: Readonly<Record<RiskLevel, Tone>> = {
  low: 'neutral',
  raised: 'waiting',
  high: 'trouble',
};

/** The review states of a job. */
export const reviewStateBadges: Readonly<Record<JobReviewState, Badge>> = {
  unreviewed: { tone: 'neutral', icon: IconCircle, word: 'installations.reviewing.state.unreviewed' },
  approved: { tone: 'done', icon: IconCircleCheck, word: 'installations.reviewing.state.approved' },
  reopened: { tone: 'waiting', icon: IconRefresh, word: 'installations.reviewing.state.reopened' },
  'rework-asked': {
    tone: 'trouble',
    icon: IconArrowBackUp,
    word: 'installations.reviewing.state.rework-asked',
  },
  'rework-begun': {
    tone: 'progress',
    icon: IconPlayerPlay,
    word: 'installations.reviewing.state.rework-begun',
  },
  'rework-done': { tone: 'waiting', icon: IconRefresh, word: 'installations.reviewing.state.rework-done' },
};
