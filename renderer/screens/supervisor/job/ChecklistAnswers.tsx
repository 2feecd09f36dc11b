import { IconShieldExclamation } from '@tabler/icons-react';
import type { AnsweredItem, SupervisionJob } from '../../../../shared/domain/supervision-job.ts';
import type { AttachmentDigest } from '../../../../shared/relay/attachments.ts';
import { useAnswerWords } from '../../../components/checklist/use-answer-words.ts';
import { useLocalText } from '../../../components/checklist/use-local-text.ts';
import { Section } from '../../../components/Section.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { Photo } from './Photo.tsx';
import { Sample } from './Sample.tsx';
import classes from './Job.module.css';

type ShowLarge = (digest: AttachmentDigest) => void;

/** Each item as it was answered, beside how it looks in jobs that were approved. */
export function ChecklistAnswers({
  checklist,
  onLarge,
}: {
  readonly checklist: NonNullable<SupervisionJob['checklist']>;
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
      {checklist.completedAt === null && (
        <p className={classes['quiet']}>{text('installations.job.checklistOpen')}</p>
      )}
      <ol className={classes['items']}>
        {checklist.items.map((item) => (
          <Item key={item.item} item={item} onLarge={onLarge} />
        ))}
      </ol>
    </Section>
  );
}

function Item({ item, onLarge }: { readonly item: AnsweredItem; readonly onLarge: ShowLarge }) {
  const text = useText();
  const localText = useLocalText();
  const words = item.asked === null ? item.words : localText(item.asked.text);
  const answer = useAnswerWords()(item);
  const limit = item.forced?.limit ?? null;
  return (
    <li className={classes['item']}>
      <div className={classes['grow']}>
        <p className={classes['itemWords']}>{words}</p>
        {answer !== null && <p className={classes['answer']}>{answer}</p>}
        {item.origin !== null && (
          <p className={classes['quiet']}>{text(`checklists.origin.${item.origin}`)}</p>
        )}
        {item.forced !== null && (
          <p className={classes['warn']}>
            <IconShieldExclamation size={18} stroke={2} aria-hidden />
            <span>
              {`${text('checklists.force.mark')} ${item.forced.reason}`}
              {limit !== null && ` (${text('installations.job.limit', { limit })})`}
            </span>
          </p>
        )}
        {item.photos.length > 0 && (
          <div className={classes['photos']}>
            {item.photos.map((digest) => (
              <Photo key={digest} digest={digest} label={words} onOpen={onLarge} />
            ))}
          </div>
        )}
      </div>
      <Sample samples={item.samples}>
        {(sample) => (
          <div className={classes['sample']}>
            <p className={classes['quiet']}>{text('installations.photo.sample')}</p>
            <Photo
              digest={sample}
              label={`${text('installations.named', { what: text('installations.photo.sample') })} ${words}`}
              onOpen={onLarge}
            />
          </div>
        )}
      </Sample>
    </li>
  );
}
