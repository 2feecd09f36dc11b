import { useRef } from 'react';
import { ActionIcon, Modal } from '@mantine/core';
import { IconAlertTriangle, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { SupervisionJob } from '../../../../shared/domain/supervision-job.ts';
import type { AttachmentDigest } from '../../../../shared/relay/attachments.ts';
import { hashOf } from '../../../navigation/route.ts';
import { useLocalText } from '../../../components/checklist/use-local-text.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useShortcuts } from '../../../navigation/use-shortcuts.ts';
import { Photo } from './Photo.tsx';
import { Sample } from './Sample.tsx';
import classes from './Job.module.css';

/** A photo large, beside how the same looks where it was approved; the arrows lead to the job's other photos. */
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
  const localText = useLocalText();
  const index = job.photos.findIndex((photo) => photo.digest === digest);
  const photo = job.photos[index];
  const item = job.checklist?.items.find(
    ({ photos, samples }) => digest !== null && [...photos, ...samples].includes(digest),
  );
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
  const asked = item?.asked ?? null;
  const words =
    asked === null ? (photo?.words ?? item?.words ?? text('installations.job.photo')) : localText(asked.text);
  const ways = [
    { by: -1, says: text('installations.photo.previous'), icon: IconChevronLeft },
    { by: 1, says: text('installations.photo.next'), icon: IconChevronRight },
  ];
  return (
    <Modal opened={digest !== null} onClose={onClose} title={words} size={samples.length > 0 ? 1180 : 900}>
      {digest !== null && (
        <div ref={inside} className={classes['largeColumns']} data-samples={samples.length > 0 || undefined}>
          <div>
            <Photo digest={digest} label={words} large />
            <div className={classes['largeFoot']}>
              <p className={classes['quiet']}>
                {photo !== undefined &&
                  text('installations.photo.taken', { worker: photo.worker, at: photo.takenAt })}
              </p>
              {job.photos.length > 1 && (
                <span className={classes['neighbours']}>
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
                </span>
              )}
            </div>
            {photo !== undefined && photo.alsoIn.length > 0 && (
              <div className={classes['same']}>
                <p>
                  <IconAlertTriangle size={18} stroke={2} aria-hidden />
                  {text('installations.photo.alsoIn')}
                </p>
                {photo.alsoIn.map(({ jobId, plate }) => (
                  <a key={jobId} href={hashOf({ screen: 'installation', jobId, view: '' })}>
                    {plate ?? text('installations.noCar')}
                  </a>
                ))}
              </div>
            )}
          </div>
          {samples.length > 0 && (
            <Sample samples={samples}>
              {(sample) => (
                <div>
                  <Photo digest={sample} label={text('installations.photo.sample')} large />
                  <div className={classes['largeFoot']}>
                    <p className={classes['quiet']}>{text('installations.photo.sample')}</p>
                  </div>
                </div>
              )}
            </Sample>
          )}
        </div>
      )}
    </Modal>
  );
}
