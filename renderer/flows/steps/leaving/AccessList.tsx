import {
  IconAlertTriangle,
  IconCalendarEvent,
  IconCircleCheck,
  IconCircleMinus,
  IconClock,
  IconHelpCircle,
  IconKey,
} from '@tabler/icons-react';
import type { AccessFate } from '../../../../shared/domain/job-removal.ts';
import type { Badge } from '../../../components/badges.ts';
import { StateBadge } from '../../../components/StateBadge.tsx';
import { useFormat } from '../../../format/use-format.ts';
import { useNow } from '../../../format/use-now.ts';
import { useText } from '../../../i18n/use-text.ts';
import { timeOf, useAccessWords } from './leaving.ts';
import { Block, Row, Stack, Text } from '../../../components/layout.tsx';
import classes from './Leaving.module.css';

/** The accesses of the car, each with its user, its period and its state. */
export function AccessList({ accesses }: { readonly accesses: readonly AccessFate[] }) {
  const words = useAccessWords();
  const text = useText();
  return (
    <Block as="ul" plain card aria-live="polite">
      {accesses.map((access, index) => (
        <Row
          as="li"
          key={access.id ?? `${access.key} ${index}`}
          gap="2"
          align="center"
          justify="between"
          className={classes['row']}
        >
          <Stack as="span" grow narrow breaks>
            <Text weight="strong">{words.user(access)}</Text>
            <Text size="small" quiet>
              {words.period(access)}
            </Text>
            {access.id === null && (
              <Text size="small" quiet tone="attention">
                {text('flow.leaving.onItsWay')}
              </Text>
            )}
            {access.foundLater && (
              <Text size="small" quiet tone="attention">
                {text('flow.leaving.foundLater')}
              </Text>
            )}
            {access.raw !== null && (
              <Text size="small" quiet mono>
                {access.raw}
              </Text>
            )}
          </Stack>
          <Fate access={access} />
        </Row>
      ))}
    </Block>
  );
}

const times = {
  running: { tone: 'progress', icon: IconKey, word: 'flow.leaving.time.running' },
  upcoming: { tone: 'neutral', icon: IconCalendarEvent, word: 'flow.leaving.time.upcoming' },
  over: { tone: 'neutral', icon: IconCircleMinus, word: 'flow.leaving.time.over' },
} as const satisfies Record<string, Badge>;

const fates = {
  leaving: { tone: 'waiting', icon: IconClock, word: 'flow.leaving.fate.leaving' },
  gone: { tone: 'done', icon: IconCircleCheck, word: 'flow.leaving.fate.gone' },
  stayed: { tone: 'trouble', icon: IconAlertTriangle, word: 'flow.leaving.fate.stayed' },
  unreported: { tone: 'waiting', icon: IconHelpCircle, word: 'flow.leaving.fate.unreported' },
  'ended-before': { tone: 'neutral', icon: IconCircleMinus, word: 'flow.leaving.fate.ended-before' },
} as const satisfies Record<string, Badge>;

function Fate({ access }: { readonly access: AccessFate }) {
  const text = useText();
  const format = useFormat();
  const now = useNow();
  const { fate, at, goneBy } = access;
  const badge = fate === 'kept' ? times[timeOf(access, now)] : fates[fate];
  return (
    <Stack as="span" gap="half" align="end" fixed>
      <StateBadge tone={badge.tone} icon={badge.icon}>
        {text(badge.word)}
      </StateBadge>
      {at !== null && fate !== 'kept' && (
        <Text as="time" size="small" line="caption" quiet dateTime={new Date(at).toISOString()}>
          {format.timeWithSeconds(at)}
          {goneBy !== null && ` ${text(`flow.verify.by.${goneBy}`)}`}
        </Text>
      )}
    </Stack>
  );
}
