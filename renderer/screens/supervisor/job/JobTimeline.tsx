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
import { Block, Grid, Row, Stack, Text } from '../../../components/layout.tsx';
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
        <Row
          as="p"
          gap="1"
          align="start"
          tone="trouble"
          size="small"
          line="inherit"
          below="2"
          className={classes['aside']}
          role="note"
        >
          <IconWritingSignOff size={18} stroke={2} aria-hidden />
          {unsigned.each
            ? text('installations.timeline.unsignedSome', { count: unsigned.count })
            : text('installations.timeline.unsignedAll')}
        </Row>
      )}
      {runsOf(timeline).map(({ step, entries }) => (
        <Grid key={entries[0]?.id ?? step} className={classes['run']}>
          <Text as="h3" quiet className={classes['step']}>
            {text(`installations.timeline.step.${step}`)}
          </Text>
          <Block as="ol" plain>
            {entries.map((entry) => (
              <Entry
                key={entryAnchor(entry)}
                entry={entry}
                isMarked={unsigned.each && entry.verified && !entry.signed}
                another={entry.worker !== before.get(entry)}
                onPhoto={onPhoto}
              />
            ))}
          </Block>
        </Grid>
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
    <Grid
      as="li"
      id={entryAnchor(entry)}
      size="lead"
      align="start"
      tall
      className={classes['entry']}
      data-group={entry.group}
    >
      <Text
        as="time"
        quiet
        tabular
        size="caption"
        line="inherit"
        className={classes['when']}
        dateTime={new Date(entry.at).toISOString()}
      >
        {format.dateTime(entry.at)}
      </Text>
      <Row as="span" quiet className={classes['mark']} title={group}>
        <Picture size={18} stroke={2} role="img" aria-label={group} />
      </Row>
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
          <Row
            as="p"
            gap="1"
            align="start"
            tone="trouble"
            size="small"
            line="inherit"
            className={classes['aside']}
          >
            <IconAlertTriangle size={16} stroke={2} aria-hidden />
            {text('installations.timeline.unproved')}
          </Row>
        )}
        {isMarked && (
          <Row
            as="p"
            gap="1"
            align="start"
            tone="trouble"
            size="small"
            line="inherit"
            className={classes['aside']}
          >
            <IconWritingSignOff size={16} stroke={2} aria-hidden />
            {text('installations.timeline.unsigned')}
          </Row>
        )}
        {entry.removed !== null && <Removed {...entry.removed} />}
        {open && <Facts entry={entry} />}
      </Stack>
      {another && (
        <Text
          truncate
          quiet
          tabular
          size="caption"
          line="inherit"
          className={classes['who']}
          title={entry.worker}
        >
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
    </Grid>
  );
}

/** Text of the entry was removed on request, so its absence is not a fault. */
function Removed({ at, reason }: WordsRemoved) {
  const text = useText();
  return (
    <Row as="p" gap="1" align="start" quiet size="small" line="inherit" className={classes['aside']}>
      <IconEraser size={16} stroke={2} aria-hidden />
      {at === null
        ? text('installations.timeline.removed')
        : text('installations.timeline.removedAt', { at, reason: reason ?? '' })}
    </Row>
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
    <Grid as="dl" size="caption" line="caption" className={classes['facts']}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <Text as="dt" quiet>
            {name}
          </Text>
          <Text as="dd" mono breaks>
            {value}
          </Text>
        </div>
      ))}
      {raw.map(({ name, value }) => (
        <div key={`raw ${name}`}>
          <Text as="dt" quiet>
            <code>{name}</code>
          </Text>
          <Text as="dd" mono breaks>
            <code>{String(value)}</code>
          </Text>
        </div>
      ))}
    </Grid>
  );
}

/** The anchor of an entry on the page. */
export const entryAnchor = ({ chain, number }: EntryPlace): string => `entry-${chain}-${number}`;
