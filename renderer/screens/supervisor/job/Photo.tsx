import { Button, Skeleton, UnstyledButton, ActionIcon, Modal } from '@mantine/core';
import { IconPhotoOff, IconAlertTriangle, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useMemo, useRef, type ReactNode } from 'react';
import { annotationsIn, newestPicture } from '../../../../shared/domain/annotation.ts';
import type { AttachmentDigest } from '../../../../shared/relay/attachments.ts';
import { questionOf, type SupervisionJob } from '../../../../shared/domain/supervision-job.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useQuery } from '../../../data/lookup.ts';
import { supervisionTopics } from '../../../data/supervision.ts';
import { hashOf } from '../../../navigation/route.ts';
import { useItemName } from '../../../components/checklist/use-checklist-words.ts';
import { useShortcuts } from '../../../navigation/use-shortcuts.ts';
import { Grid, Row, Stack, Text } from '../../../components/layout.tsx';
import classes from './Job.module.css';

/**
 * A photo from a job's log; a tap enlarges it. Where it is unavailable, the reason is shown. Its space is kept while it
 * loads.
 */
export function Photo({
  digest,
  label,
  large = false,
  onOpen,
}: {
  readonly digest: AttachmentDigest;
  /** The subject of the photo. */
  readonly label: string;
  readonly large?: boolean;
  readonly onOpen?: (digest: AttachmentDigest) => void;
}) {
  const text = useText();
  const { found, coming } = usePhoto(digest);
  if (coming) {
    return (
      <Stack
        as="span"
        align="center"
        justify="center"
        fixed
        className={classes['photo']}
        data-large={large || undefined}
      >
        <Skeleton width="100%" height="100%" />
      </Stack>
    );
  }
  const picture = found?.picture ?? null;
  if (picture === null) {
    return (
      <Stack
        as="span"
        align="center"
        justify="center"
        fixed
        className={classes['photo']}
        data-large={large || undefined}
        data-missing
      >
        <IconPhotoOff size={22} stroke={1.8} aria-hidden />
        <span>{text(`installations.photo.${found?.missing ?? 'no-connection'}`)}</span>
      </Stack>
    );
  }
  if (onOpen === undefined) {
    return (
      <Stack
        as="span"
        align="center"
        justify="center"
        fixed
        className={classes['photo']}
        data-large={large || undefined}
      >
        <img src={picture} alt={label} />
      </Stack>
    );
  }
  return (
    <Stack
      as={UnstyledButton}
      align="center"
      justify="center"
      fixed
      className={classes['photo']}
      aria-label={text('installations.photo.open', { what: label })}
      onClick={() => onOpen(digest)}
    >
      <img src={picture} alt="" />
    </Stack>
  );
}

/** A photo with its state; `coming`: it was requested and has not arrived. */
function usePhoto(digest: AttachmentDigest) {
  const question = useMemo(() => ({ digest }), [digest]);
  const { value, answers, problem } = useQuery(
    window.boxwright.supervision.photo,
    question,
    supervisionTopics,
  );
  const found = answers?.digest === digest ? value : null;
  return { found, coming: found === null && problem === null };
}

/** A photo in large, beside a sample from approved jobs; the arrows lead to the job's other photos. */
export function PhotoDialog({
  job,
  digest,
  onGo,
  onClose,
}: {
  readonly job: SupervisionJob;
  /** Null = none. */
  readonly digest: AttachmentDigest | null;
  readonly onGo: (digest: AttachmentDigest) => void;
  readonly onClose: () => void;
}) {
  const text = useText();
  const itemName = useItemName();
  const index = job.photos.findIndex((photo) => photo.digest === digest);
  const photo = job.photos[index];
  const taken = photo?.original ?? digest;
  const item = job.checklist?.items.find(
    ({ photos, samples }) => taken !== null && [...photos, ...samples].includes(taken),
  );
  const newest = taken === null ? null : newestPicture(taken, annotationsIn(job.photos));
  const samples = (item?.samples ?? []).filter((sample) => sample !== digest);
  const step = (by: number) => {
    const next = job.photos[(index + by + job.photos.length) % job.photos.length];
    if (digest !== null && next !== undefined) onGo(next.digest);
  };
  const inside = useRef<HTMLDivElement>(null);
  useShortcuts(
    [
      ['ArrowLeft', () => step(-1)],
      ['ArrowRight', () => step(1)],
    ],
    { inside },
  );
  const asked = item?.asked ?? (photo === undefined ? null : questionOf(job, photo));
  const named = { item: photo?.item ?? item?.item ?? null, words: photo?.words ?? item?.words ?? null };
  const words = itemName(named, asked) ?? text('installations.job.photo');
  const ways = [
    { by: -1, says: text('installations.photo.previous'), icon: IconChevronLeft },
    { by: 1, says: text('installations.photo.next'), icon: IconChevronRight },
  ];
  return (
    <Modal opened={digest !== null} onClose={onClose} title={words} size={samples.length > 0 ? 1180 : 900}>
      {digest !== null && (
        <Grid
          ref={inside}
          gap="3"
          className={classes['largeColumns']}
          data-samples={samples.length > 0 || undefined}
        >
          <div>
            <Photo digest={digest} label={words} large />
            <Row gap="2" align="center" justify="between" className={classes['largeFoot']}>
              <Text as="p" size="small" quiet>
                {photo !== undefined &&
                  text('installations.photo.taken', { worker: photo.worker, at: photo.takenAt })}
                {photo !== undefined && photo.original !== null && ` · ${text('annotate.marked')}`}
              </Text>
              {taken !== null && newest !== null && newest !== taken && (
                <Button variant="default" onClick={() => onGo(digest === taken ? newest : taken)}>
                  {text(digest === taken ? 'annotate.marked' : 'annotate.original')}
                </Button>
              )}
              {job.photos.length > 1 && (
                <Row as="span" gap="1" align="center" quiet tabular size="small" line="inherit">
                  {ways.map(({ by, says, icon: Picture }) => (
                    <ActionIcon
                      key={by}
                      variant="default"
                      size={44}
                      aria-label={says}
                      onClick={() => step(by)}
                    >
                      <Picture size={20} aria-hidden />
                    </ActionIcon>
                  ))}
                </Row>
              )}
            </Row>
            {photo !== undefined && photo.alsoIn.length > 0 && (
              <Row align="center" wrap size="small" tone="attention" className={classes['same']}>
                <Row as="p" gap="1" align="center">
                  <IconAlertTriangle size={18} stroke={2} aria-hidden />
                  {text('installations.photo.alsoIn')}
                </Row>
                {photo.alsoIn.map(({ jobId, plate }) => (
                  <Row
                    as="a"
                    key={jobId}
                    inline
                    align="center"
                    weight="strong"
                    href={hashOf({ screen: 'installation', jobId, view: '' })}
                  >
                    {plate ?? text('installations.noCar')}
                  </Row>
                ))}
              </Row>
            )}
          </div>
          {samples.length > 0 && (
            <Sample samples={samples}>
              {(sample) => (
                <div>
                  <Photo digest={sample} label={text('installations.photo.sample')} large />
                  <Row gap="2" align="center" justify="between" className={classes['largeFoot']}>
                    <Text as="p" size="small" quiet>
                      {text('installations.photo.sample')}
                    </Text>
                  </Row>
                </div>
              )}
            </Sample>
          )}
        </Grid>
      )}
    </Modal>
  );
}

/**
 * Renders the first available sample with `children`. Without one it renders nothing, because an empty frame is no
 * comparison.
 */
export function Sample({
  samples: [first, ...others],
  children,
}: {
  readonly samples: readonly AttachmentDigest[];
  readonly children: (sample: AttachmentDigest) => ReactNode;
}) {
  return first === undefined ? null : (
    <Tried sample={first} others={others}>
      {children}
    </Tried>
  );
}

function Tried({
  sample,
  others,
  children,
}: {
  readonly sample: AttachmentDigest;
  readonly others: readonly AttachmentDigest[];
  readonly children: (sample: AttachmentDigest) => ReactNode;
}) {
  const { found, coming } = usePhoto(sample);
  if (coming || (found?.picture ?? null) !== null) return children(sample);
  return <Sample samples={others}>{children}</Sample>;
}
