import {
  IconAlertTriangle,
  IconCircle,
  IconCircleCheck,
  IconCircleMinus,
  IconClock,
  IconHandStop,
  IconPlayerPlay,
  IconUserCheck,
} from '@tabler/icons-react';
import type { ChangedFact, PlannedJobState, PlannedJobView } from '../../../shared/domain/planned-work.ts';
import type { ExpectedBox, PlannedWork } from '../../../shared/relay/jobs.ts';
import type { useText } from '../../i18n/use-text.ts';
import type { Badge } from '../badges.ts';
import { dayOfField, writtenDay } from '../day/day-field.ts';

type Text = ReturnType<typeof useText>;

/** The name by which people know the car of a planned job. */
export const plannedCarName = ({ car }: PlannedWork): string =>
  [car.licensePlate, car.name, car.vin, String(car.id ?? '')].find((part) => part !== '') ?? '';

/** Whether the planned end passed before the job was begun. The office deals with it. */
export function isOverdue({ state, work }: PlannedJobView, day: string, time: string): boolean {
  if (state !== 'planned' && state !== 'accepted') return false;
  return work.day < day || (work.day === day && work.until !== null && work.until < time);
}

export const planBadges: Readonly<Record<PlannedJobState | 'overdue', Badge>> = {
  planned: { tone: 'neutral', icon: IconCircle, word: 'plan.state.planned' },
  accepted: { tone: 'progress', icon: IconUserCheck, word: 'plan.state.accepted' },
  begun: { tone: 'progress', icon: IconPlayerPlay, word: 'plan.state.begun' },
  waiting: { tone: 'waiting', icon: IconClock, word: 'plan.state.waiting' },
  done: { tone: 'done', icon: IconCircleCheck, word: 'plan.state.done' },
  refused: { tone: 'trouble', icon: IconHandStop, word: 'plan.state.refused' },
  cancelled: { tone: 'trouble', icon: IconCircleMinus, word: 'plan.state.cancelled' },
  withdrawn: { tone: 'neutral', icon: IconCircleMinus, word: 'plan.state.withdrawn' },
  overdue: { tone: 'trouble', icon: IconAlertTriangle, word: 'plan.state.overdue' },
};

/**
 * One sentence for each claim whose signature does not verify. The laptop that holds the job may be among those that
 * began it as well.
 */
export function doubtsOf({ holder, alsoBegun }: PlannedJobView, text: Text): readonly string[] {
  const claims = holder === null ? alsoBegun : [holder, ...alsoBegun];
  const doubts = claims.map(({ laptop, signature }) =>
    signature === 'verified' ? '' : text(`plan.claim.${signature}`, { laptop }),
  );
  return [...new Set(doubts)].filter((doubt) => doubt !== '');
}

const boxWords = (box: ExpectedBox | null, text: Text): string => {
  if (box === null) return '';
  return box.by === 'serial'
    ? text('plan.box', { serial: box.serial })
    : text('plan.variant', { name: box.name });
};

export const timeWords = ({ from, until }: PlannedWork, text: Text): string => {
  if (from !== null && until !== null) return text('plan.window', { from, until });
  if (from !== null) return text('plan.fromTime', { from });
  return until === null ? '' : text('plan.untilTime', { until });
};

/** A fact of a plan in words; '' where the office left it empty. */
export function factWords(work: PlannedWork, fact: ChangedFact, text: Text, language: string): string {
  switch (fact) {
    case 'kind':
      return text(`plan.kind.${work.kind}`);
    case 'car':
      return [plannedCarName(work), work.car.brand, work.car.model].filter((part) => part !== '').join(' ');
    case 'day':
      return writtenDay(dayOfField(work.day), language);
    case 'from':
    case 'until':
      return work[fact] ?? '';
    case 'site':
    case 'laptop':
    case 'crew':
    case 'keyPlace':
    case 'note':
      return work[fact];
    case 'group':
    case 'checklist':
      return work.kind === 'installation' ? work[fact] : '';
    case 'key':
      return work.kind === 'removal' ? '' : work.key;
    case 'expected':
      return work.kind === 'removal' ? '' : boxWords(work.expected, text);
    case 'testUser':
      return work.kind === 'removal' ? '' : (work.testUser?.name ?? '');
    case 'leaves':
      return work.kind === 'installation' ? '' : work.leaves;
    case 'withdrawn':
      return '';
  }
}

const workWords = (work: PlannedWork, text: Text): readonly string[] => {
  switch (work.kind) {
    case 'installation':
      return [
        boxWords(work.expected, text),
        work.key === '' ? '' : text('series.takenKey', { key: work.key }),
        work.group === '' ? '' : text('series.takenGroup', { group: work.group }),
      ];
    case 'removal':
      return [work.leaves === '' ? '' : text('plan.leaves', { serial: work.leaves })];
    case 'swap':
      return [
        work.leaves === '' ? '' : text('plan.leaves', { serial: work.leaves }),
        boxWords(work.expected, text),
        work.key === '' ? '' : text('series.takenKey', { key: work.key }),
      ];
  }
};

/** Time, place and work of a plan in one line. */
export function planLine(work: PlannedWork, text: Text): string {
  const { site, crew, laptop } = work;
  const who = crew === '' ? laptop : crew;
  return [
    timeWords(work, text),
    site,
    who === '' ? '' : text('plan.crew', { crew: who }),
    ...workWords(work, text),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}
