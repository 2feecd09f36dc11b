import type { ChecklistAnswer, ChecklistItem, ChecklistPhase } from '../../../shared/domain/checklist.ts';
import { askedItems, inPhase, knownForChecklist } from '../../../shared/domain/checklist-asking.ts';
import type { InstallationView } from '../../../shared/domain/job.ts';
import type { AttachmentDigest } from '../../../shared/relay/attachments.ts';
import { currentMark } from '../../components/checklist/current-mark.ts';
import { ForcedLine } from '../../components/checklist/ForcedLine.tsx';
import type { Media } from '../../components/checklist/media.ts';
import { useAnswerWords } from '../../components/checklist/use-answer-words.ts';
import { useLocalText } from '../../components/checklist/use-local-text.ts';
import { usePicture } from '../../components/checklist/use-picture.ts';
import { useText } from '../../i18n/use-text.ts';
import { useMedia } from '../installation/steps/fitting/use-media.ts';
import classes from './ReadStep.module.css';

/** One part of the checklist with its answers, only to be read. */
export function ReadAnswers({
  job,
  phase,
}: {
  readonly job: InstallationView;
  readonly phase: ChecklistPhase;
}) {
  const text = useText();
  const localText = useLocalText();
  const media = useMedia(job.id);
  const { template, answers } = job.checklist;
  const asked = inPhase(askedItems(template, answers, knownForChecklist(job)), phase);
  if (asked.length === 0) return <p>{text('flow.rail.nothingAsked')}</p>;
  return (
    <ol className={classes['items']}>
      {asked.map((item) => {
        const mark = currentMark(job.forced, template.id, item.id, answers[item.id]);
        return (
          <li key={item.id}>
            <span className={classes['asked']}>{localText(item.text)}</span>
            <Answer item={item} answer={answers[item.id]} media={media} />
            {mark !== null && <ForcedLine mark={mark} />}
          </li>
        );
      })}
    </ol>
  );
}

function Answer({
  item,
  answer,
  media,
}: {
  readonly item: ChecklistItem;
  readonly answer: ChecklistAnswer | undefined;
  readonly media: Media;
}) {
  const text = useText();
  const words = useAnswerWords();
  if (typeof answer !== 'object') {
    return (
      <span className={classes['answer']}>{words({ asked: item, answer: answer ?? null, photos: [] })}</span>
    );
  }
  if ('photos' in answer) {
    return (
      <span className={classes['photos']}>
        {answer.photos.map((digest, index) => (
          <Picture
            key={digest}
            digest={digest}
            media={media}
            alt={text('checklists.photo.alt', { number: index + 1 })}
          />
        ))}
      </span>
    );
  }
  return (
    <span className={classes['answer']}>
      {answer.name}
      <Picture
        digest={answer.signature}
        media={media}
        alt={text('checklists.signature.of', { name: answer.name })}
        className={classes['signature'] ?? ''}
      />
    </span>
  );
}

function Picture({
  digest,
  media,
  alt,
  className,
}: {
  readonly digest: AttachmentDigest;
  readonly media: Media;
  readonly alt: string;
  readonly className?: string;
}) {
  const picture = usePicture(media, digest);
  return picture === null ? null : <img src={picture} alt={alt} className={className} />;
}
