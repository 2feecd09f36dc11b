import { ActionIcon } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCamera,
  IconChevronRight,
  IconCircleCheck,
  IconCircleDot,
  IconEraser,
  IconGitBranch,
  IconPencil,
  IconSend,
  IconShieldExclamation,
  IconUserCheck,
  IconWritingSignOff,
  type Icon,
} from '@tabler/icons-react';
import { useState } from 'react';
import {
  type EntryGroup,
  type TimelineEntry,
  unsignedEntries,
  type WordsRemoved,
  type EntryPlace,
} from '../../../../shared/domain/supervision-job.ts';
import type { AttachmentDigest } from '../../../../shared/relay/attachments.ts';
import { Section } from '../../../components/Section.tsx';
import { useFormat } from '../../../format/use-format.ts';
import { useSay, useText } from '../../../i18n/use-text.ts';
import { runsOf } from './entry-steps.ts';
import { Photo } from './Photo.tsx';
import { Stack, Text } from '../../../components/layout.tsx';
import classes from './JobTimeline.module.css';

const icons: Readonly<Record<EntryGroup, Icon>> = {
  step: IconCircleDot,
  answer: IconPencil,
  photo: IconCamera,
  forced: IconShieldExclamation,
  attempt: IconSend,
  result: IconCircleCheck,
  trouble: IconAlertTriangle,
  decision: IconUserCheck,
  review: IconArrowBackUp,
  log: IconGitBranch,
};

/** Every entry of the job, oldest first, grouped by step; the facts of an entry are behind a disclosure. */
export function JobTimeline({
  timeline,
  onPhoto,
}: {
  readonly timeline: readonly TimelineEntry[];
  readonly onPhoto: (digest: AttachmentDigest) => void;
}) {
  const text = useText();
  // The worker is named where it differs from the entry before.
  const before = new Map(timeline.map((entry, index) => [entry, timeline[index - 1]?.worker]));
  const unsigned = unsignedEntries(timeline);
  return (
    <Section title={text('installations.timeline.title')} count={timeline.length}>
      {unsigned.count > 0 && (
        <p className={classes['unsigned']} role="note">
          <IconWritingSignOff size={18} stroke={2} aria-hidden />
          {unsigned.each
            ? text('installations.timeline.unsignedSome', { count: unsigned.count })
            : text('installations.timeline.unsignedAll')}
        </p>
      )}
      {runsOf(timeline).map(({ step, entries }) => (
        <div key={entries[0]?.id ?? step} className={classes['run']}>
          <Text as="h3" quiet className={classes['step']}>
            {text(`installations.timeline.step.${step}`)}
          </Text>
          <ol className={classes['entries']}>
            {entries.map((entry) => (
              <Entry
                key={entryAnchor(entry)}
                entry={entry}
                isMarked={unsigned.each && entry.verified && !entry.signed}
                another={entry.worker !== before.get(entry)}
                onPhoto={onPhoto}
              />
            ))}
          </ol>
        </div>
      ))}
    </Section>
  );
}

function Entry({
  entry,
  isMarked,
  another,
  onPhoto,
}: {
  readonly entry: TimelineEntry;
  /** The entry is marked as unsigned. */
  readonly isMarked: boolean;
  /** The entry before has another worker. */
  readonly another: boolean;
  readonly onPhoto: (digest: AttachmentDigest) => void;
}) {
  const text = useText();
  const format = useFormat();
  const say = useSay();
  const [open, setOpen] = useState(false);
  const Picture = icons[entry.group];
  const group = text(`installations.timeline.group.${entry.group}`);
  const says = say(entry.says);
  return (
    <Text as="li" id={entryAnchor(entry)} size="lead" className={classes['entry']} data-group={entry.group}>
      <time className={classes['when']} dateTime={new Date(entry.at).toISOString()}>
        {format.dateTime(entry.at)}
      </time>
      <span className={classes['mark']} title={group}>
        <Picture size={18} stroke={2} role="img" aria-label={group} />
      </span>
      <Stack gap="half" narrow breaks className={classes['words']}>
        <p>
          {entry.operationKind !== null && (
            <strong>
              {`${text('installations.named', { what: text(`supervision.operation.${entry.operationKind}`) })} `}
            </strong>
          )}
          {says}
        </p>
        {entry.said !== null && entry.said !== '' && (
          <Text as="p" quiet className={classes['said']}>{`“${entry.said}”`}</Text>
        )}
        {entry.photo !== null && (
          <Photo digest={entry.photo} label={text('installations.job.photo')} onOpen={onPhoto} />
        )}
        {!entry.verified && (
          <p className={classes['unproved']}>
            <IconAlertTriangle size={16} stroke={2} aria-hidden />
            {text('installations.timeline.unproved')}
          </p>
        )}
        {isMarked && (
          <p className={classes['unproved']}>
            <IconWritingSignOff size={16} stroke={2} aria-hidden />
            {text('installations.timeline.unsigned')}
          </p>
        )}
        {entry.removed !== null && <Removed {...entry.removed} />}
        {open && <Facts entry={entry} />}
      </Stack>
      {another && (
        <Text truncate className={classes['who']} title={entry.worker}>
          {entry.worker}
        </Text>
      )}
      <ActionIcon
        variant="subtle"
        size={44}
        className={classes['all'] ?? ''}
        aria-expanded={open}
        aria-label={text('installations.timeline.allOf', { says })}
        title={text('installations.timeline.all')}
        onClick={() => setOpen(!open)}
      >
        <IconChevronRight size={18} stroke={2} aria-hidden />
      </ActionIcon>
    </Text>
  );
}

/** Text of the entry was removed on request, so its absence is not a fault. */
function Removed({ at, reason }: WordsRemoved) {
  const text = useText();
  return (
    <p className={classes['removed']}>
      <IconEraser size={16} stroke={2} aria-hidden />
      {at === null
        ? text('installations.timeline.removed')
        : text('installations.timeline.removedAt', { at, reason: reason ?? '' })}
    </p>
  );
}

/** All facts of an entry, as they are in the log. */
function Facts({ entry }: { readonly entry: TimelineEntry }) {
  const text = useText();
  const format = useFormat();
  const facts: readonly (readonly [string, string])[] = [
    [text('installations.timeline.number'), String(entry.number)],
    [text('installations.timeline.laptop'), entry.laptop ?? text('installations.thisLaptop')],
    [text('installations.timeline.laptopTime'), format.dateTime(entry.laptopAt)],
  ];
  // Raw values of the log, not translated.
  const raw = [
    { name: 'type', value: entry.type },
    ...Object.entries(entry.facts).map(([name, value]) => ({ name, value })),
  ];
  return (
    <Text as="dl" size="caption" line="caption" className={classes['facts']}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {raw.map(({ name, value }) => (
        <div key={`raw ${name}`}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>
            <code>{String(value)}</code>
          </dd>
        </div>
      ))}
    </Text>
  );
}

/** The anchor of an entry on the page. */
export const entryAnchor = ({ chain, number }: EntryPlace): string => `entry-${chain}-${number}`;
