import { type ReactNode, useState } from 'react';
import { IconShieldExclamation, IconAlertTriangle, IconArrowDown } from '@tabler/icons-react';
import { UnstyledButton } from '@mantine/core';
import {
  type SupervisionJob,
  logStatus,
  type RiskPart,
  type AnsweredItem,
  questionOf,
} from '../../../../shared/domain/supervision-job.ts';
import { annotationsIn, newestPicture } from '../../../../shared/domain/annotation.ts';
import type { AttachmentDigest } from '../../../../shared/relay/attachments.ts';
import { Example } from '../../../components/checklist/item-notes.tsx';
import { Section } from '../../../components/Section.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { StateBadge } from '../../../components/StateBadge.tsx';
import { useFormat } from '../../../format/use-format.ts';
import { ProblemSentence } from '../../../components/ProblemNotice.tsx';
import {
  useAnswerWords,
  useItemName,
  useLocalText,
} from '../../../components/checklist/use-checklist-words.ts';
import { logBadges, proofBadge, supervisionBadges, riskLevel, riskTones } from '../supervision-badges.ts';
import { JobTimeline, entryAnchor } from './JobTimeline.tsx';
import { NowAtOperatorSection } from './NowAtOperator.tsx';
import { Photo, PhotoDialog, Sample } from './Photo.tsx';
import { Block, Row, Stack, Text } from '../../../components/layout.tsx';
import classes from './Job.module.css';

/** The middle column of a job's page, ordered from the decisive parts to the explanations. */
export function JobParts({
  job,
  review,
}: {
  readonly job: SupervisionJob;
  /** The reviews of the job. */
  readonly review: ReactNode;
}) {
  const text = useText();
  const itemName = useItemName();
  const [large, setLarge] = useState<AttachmentDigest | null>(null);
  const answered = new Set(job.checklist?.items.flatMap(({ photos }) => photos) ?? []);
  const annotations = annotationsIn(job.photos);
  const other = job.photos.filter(({ digest, original }) => original === null && !answered.has(digest));
  return (
    <>
      <JobStatusSection row={job.row} timeline={job.timeline} />
      {review}
      <RiskParts risk={job.row.risk} parts={job.risk} />
      {job.checklist !== null && (
        <ChecklistAnswers checklist={job.checklist} annotations={annotations} onLarge={setLarge} />
      )}
      {other.length > 0 && (
        <Section title={text('installations.job.photos')} count={other.length}>
          <Row gap="1" wrap>
            {other.map((photo) => {
              const name = itemName(photo, questionOf(job, photo));
              return (
                <Stack as="figure" key={photo.digest} className={classes['figure']}>
                  <NewestPhoto
                    original={photo.digest}
                    annotations={annotations}
                    label={name ?? text('installations.job.photo')}
                    onOpen={setLarge}
                  />
                  <Text as="figcaption" size="caption" line="caption" quiet>
                    {name}
                    {photo.removedAt !== null && ` ${text('installations.job.takenOut')}`}
                  </Text>
                </Stack>
              );
            })}
          </Row>
        </Section>
      )}
      <NowAtOperatorSection jobId={job.row.jobId} />
      <JobTimeline timeline={job.timeline} onPhoto={setLarge} />
      <PhotoDialog job={job} digest={large} onGo={setLarge} onClose={() => setLarge(null)} />
    </>
  );
}

/** The state of the job at a glance. */
function JobStatusSection({ row, timeline }: Pick<SupervisionJob, 'row' | 'timeline'>) {
  const text = useText();
  const format = useFormat();
  const state = supervisionBadges[row.state];
  const log = logBadges[logStatus(row.logFault, timeline)];
  const proof = proofBadge(row);
  const until = row.openAccess?.until ?? null;
  const ends = row.openAccess?.estimated === true ? 'accessUntilAbout' : 'accessUntil';
  return (
    <Row gap="1" align="center" wrap below="3">
      <StateBadge tone={state.tone} icon={state.icon}>
        {row.trouble === null
          ? text(state.word)
          : `${text('installations.named', { what: text(state.word) })} ${text(`supervision.failure.${row.trouble}`)}`}
      </StateBadge>
      <StateBadge tone={proof.tone} icon={proof.icon}>
        {until === null
          ? text(proof.word)
          : `${text(proof.word)}, ${text(`installations.job.${ends}`, { at: until })}`}
      </StateBadge>
      {row.forced > 0 && (
        <StateBadge tone="waiting" icon={IconShieldExclamation}>
          {text('installations.forcedCount', { count: row.forced })}
        </StateBadge>
      )}
      <StateBadge tone={log.tone} icon={log.icon}>
        {text(log.word)}
      </StateBadge>
      {row.minutes !== null && (
        <Text size="small" quiet>
          {text('installations.job.took', { duration: format.duration(row.minutes * 60_000) })}
        </Text>
      )}
    </Row>
  );
}

/** The risk score and its parts in words; each part links to the first entry that caused it. */
function RiskParts({ risk, parts }: { readonly risk: number; readonly parts: readonly RiskPart[] }) {
  const text = useText();
  const format = useFormat();
  const level = riskLevel(risk);
  return (
    <Section title={text('installations.risk.title')}>
      <Row gap="3" align="start" wrap="narrow">
        <Stack align="center" fixed className={classes['riskScore']} data-tone={riskTones[level]}>
          {level !== 'low' && <IconAlertTriangle size={20} stroke={2} aria-hidden />}
          <strong>{format.number(risk)}</strong>
          <Text size="caption" line="inherit" weight="strong">
            {text(`installations.risk.${level}`)}
          </Text>
        </Stack>
        {parts.length === 0 ? (
          <Text as="p" size="small" quiet>
            {text('installations.risk.none')}
          </Text>
        ) : (
          <Block as="ul" grow narrow plain>
            {parts.map(({ part, points, says, entries: [first] }) => (
              <Row
                as="li"
                key={part}
                gap="1-half"
                align="center"
                line="lead"
                tall
                className={classes['riskPart']}
              >
                <Text weight="bold" tabular className={classes['points']}>{`+${format.number(points)}`}</Text>
                <Text grow narrow>
                  <ProblemSentence of={says} />
                </Text>
                {first !== undefined && (
                  <Row
                    as={UnstyledButton}
                    inline
                    gap="half"
                    align="center"
                    weight="strong"
                    tone="accent"
                    tall
                    className={classes['toEntry']}
                    onClick={() =>
                      document.getElementById(entryAnchor(first))?.scrollIntoView({ block: 'center' })
                    }
                  >
                    {text('installations.risk.show')}
                    <IconArrowDown size={16} stroke={2} aria-hidden />
                  </Row>
                )}
              </Row>
            ))}
          </Block>
        )}
      </Row>
    </Section>
  );
}

type ShowLarge = (digest: AttachmentDigest) => void;
type Annotations = ReturnType<typeof annotationsIn<SupervisionJob['photos'][number]>>;

/** A photo in its last marked-up version, labelled as such; the dialog leads to the original. */
function NewestPhoto({
  original,
  annotations,
  label,
  onOpen,
}: {
  readonly original: AttachmentDigest;
  readonly annotations: Annotations;
  readonly label: string;
  readonly onOpen: ShowLarge;
}) {
  const text = useText();
  const newest = newestPicture(original, annotations);
  return (
    <span>
      <Photo digest={newest} label={label} onOpen={onOpen} />
      {newest !== original && (
        <Text as="p" size="small" quiet>
          {text('annotate.marked')}
        </Text>
      )}
    </span>
  );
}

/** Each item with its answer, beside a sample from approved jobs. */
function ChecklistAnswers({
  checklist,
  annotations,
  onLarge,
}: {
  readonly checklist: NonNullable<SupervisionJob['checklist']>;
  readonly annotations: Annotations;
  readonly onLarge: ShowLarge;
}) {
  const text = useText();
  const localText = useLocalText();
  const title = checklist.title === null ? checklist.template : localText(checklist.title);
  return (
    <Section
      title={text('installations.job.checklist', { title, version: checklist.version })}
      count={checklist.items.length}
    >
      {checklist.publication !== null && (
        <Text as="p" size="small" quiet>
          {text('installations.job.publication', { publication: checklist.publication })}
        </Text>
      )}
      {checklist.completedAt === null && (
        <Text as="p" size="small" quiet>
          {text('installations.job.checklistOpen')}
        </Text>
      )}
      <Block as="ol" plain>
        {checklist.items.map((item) => (
          <Item key={item.item} item={item} annotations={annotations} onLarge={onLarge} />
        ))}
      </Block>
    </Section>
  );
}

function Item({
  item,
  annotations,
  onLarge,
}: {
  readonly item: AnsweredItem;
  readonly annotations: Annotations;
  readonly onLarge: ShowLarge;
}) {
  const text = useText();
  const words = useItemName()(item, item.asked) ?? item.words;
  const format = useFormat();
  const answerWords = useAnswerWords();
  const answer = answerWords(item);
  const limit = item.forced?.limit ?? null;
  return (
    <Row as="li" gap="3" wrap="narrow" className={classes['item']}>
      <Block grow narrow>
        <Text as="p" size="lead" quiet>
          {words}
        </Text>
        {answer !== null && (
          <Text as="p" line="body" weight="strong" breaks className={classes['answer']}>
            {answer}
          </Text>
        )}
        {item.earlier.map((earlier) => (
          <Text key={earlier.at} as="p" size="small" quiet>
            {text('checklists.earlier.by', {
              answer: answerWords({ asked: item.asked, photos: [], ...earlier }) ?? '',
              worker: earlier.worker,
              at: format.dateTime(earlier.at),
            })}
          </Text>
        ))}
        {item.origin !== null && (
          <Text as="p" size="small" quiet>
            {text(`checklists.origin.${item.origin}`)}
          </Text>
        )}
        {item.forced !== null && (
          <Row as="p" gap="1" size="small" tone="attention" className={classes['warn']}>
            <IconShieldExclamation size={18} stroke={2} aria-hidden />
            <span>
              {`${text('checklists.force.mark')} ${item.forced.reason}`}
              {item.forced.severity !== 'major' &&
                ` · ${text(`checklists.severity.${item.forced.severity}`)}`}
              {limit !== null && ` (${text('installations.job.limit', { limit })})`}
            </span>
          </Row>
        )}
        {item.photos.length > 0 && (
          <Row gap="1" wrap>
            {item.photos.map((digest) => (
              <NewestPhoto
                key={digest}
                original={digest}
                annotations={annotations}
                label={words}
                onOpen={onLarge}
              />
            ))}
          </Row>
        )}
      </Block>
      {item.asked?.example !== undefined && (
        <Stack gap="half" fixed className={classes['sample']}>
          <Example file={item.asked.example} />
        </Stack>
      )}
      <Sample samples={item.samples}>
        {(sample) => (
          <Stack gap="half" fixed className={classes['sample']}>
            <Text as="p" size="small" quiet>
              {text('installations.photo.sample')}
            </Text>
            <Photo
              digest={sample}
              label={`${text('installations.named', { what: text('installations.photo.sample') })} ${words}`}
              onOpen={onLarge}
            />
          </Stack>
        )}
      </Sample>
    </Row>
  );
}
