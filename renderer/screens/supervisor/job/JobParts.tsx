import { type ReactNode, useState } from 'react';
import type { SupervisionJob } from '../../../../shared/domain/supervision-job.ts';
import type { AttachmentDigest } from '../../../../shared/relay/attachments.ts';
import { Section } from '../../../components/Section.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { ChecklistAnswers } from './ChecklistAnswers.tsx';
import { JobStanding } from './JobStanding.tsx';
import { JobTimeline } from './JobTimeline.tsx';
import { NowAtOperatorSection } from './NowAtOperator.tsx';
import { Photo } from './Photo.tsx';
import { PhotoDialog } from './PhotoDialog.tsx';
import { RiskParts } from './RiskParts.tsx';
import classes from './Job.module.css';

/** The middle of a job's page, from what decides to what explains. */
export function JobParts({
  job,
  review,
}: {
  readonly job: SupervisionJob;
  /** Its reviews. */
  readonly review: ReactNode;
}) {
  const text = useText();
  const [large, setLarge] = useState<AttachmentDigest | null>(null);
  const answered = new Set(job.checklist?.items.flatMap(({ photos }) => photos) ?? []);
  const other = job.photos.filter(({ digest }) => !answered.has(digest));
  return (
    <>
      <JobStanding row={job.row} timeline={job.timeline} />
      {review}
      <RiskParts risk={job.row.risk} parts={job.risk} />
      {job.checklist !== null && <ChecklistAnswers checklist={job.checklist} onLarge={setLarge} />}
      {other.length > 0 && (
        <Section title={text('installations.job.photos')} count={other.length}>
          <div className={classes['photos']}>
            {other.map(({ digest, words, removedAt }) => (
              <figure key={digest} className={classes['figure']}>
                <Photo digest={digest} label={words ?? text('installations.job.photo')} onOpen={setLarge} />
                <figcaption>
                  {words}
                  {removedAt !== null && ` ${text('installations.job.takenOut')}`}
                </figcaption>
              </figure>
            ))}
          </div>
        </Section>
      )}
      <NowAtOperatorSection jobId={job.row.jobId} />
      <JobTimeline timeline={job.timeline} onPhoto={setLarge} />
      <PhotoDialog job={job} digest={large} onGo={setLarge} onClose={() => setLarge(null)} />
    </>
  );
}
