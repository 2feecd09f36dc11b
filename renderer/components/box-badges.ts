import {
  IconArrowBackUp,
  IconBuildingWarehouse,
  IconCar,
  IconCircleCheck,
  IconHelpCircle,
  IconQuestionMark,
  IconTool,
  IconToolsOff,
  IconUser,
} from '@tabler/icons-react';
import type { BoxCondition, BoxPlace } from '../../shared/domain/boxes.ts';
import type { Badge } from './badges.ts';

/** The condition of a Box. Only good is green. */
export const conditionBadges: Readonly<Record<BoxCondition, Badge>> = {
  good: { tone: 'done', icon: IconCircleCheck, word: 'boxes.condition.good' },
  defective: { tone: 'trouble', icon: IconToolsOff, word: 'boxes.condition.defective' },
  lost: { tone: 'trouble', icon: IconQuestionMark, word: 'boxes.condition.lost' },
};

/** Where a Box is; `unknown` = no movement of it is known. */
export const placeBadges: Readonly<Record<BoxPlace | 'unknown', Badge>> = {
  site: { tone: 'neutral', icon: IconBuildingWarehouse, word: 'boxes.place.site' },
  installer: { tone: 'neutral', icon: IconUser, word: 'boxes.place.installer' },
  removed: { tone: 'neutral', icon: IconTool, word: 'boxes.place.removed' },
  car: { tone: 'progress', icon: IconCar, word: 'boxes.place.car' },
  returned: { tone: 'neutral', icon: IconArrowBackUp, word: 'boxes.place.returned' },
  unknown: { tone: 'neutral', icon: IconHelpCircle, word: 'boxes.place.unknown' },
};
