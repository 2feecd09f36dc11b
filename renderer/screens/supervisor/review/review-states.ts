import {
  IconArrowBackUp,
  IconCircle,
  IconCircleCheck,
  IconPlayerPlay,
  IconRefresh,
} from '@tabler/icons-react';
import type { ReviewState } from '../../../../shared/domain/reviewing.ts';
import type { Badge } from '../../../components/badges.ts';

/** The review states of a job. */
export const reviewStateBadges: Readonly<Record<ReviewState, Badge>> = {
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
