import type { AppStatus } from '../../../shared/domain/status.ts';
import { Section } from '../../components/Section.tsx';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import classes from './QueueKnown.module.css';

/** The queue in three numbers, and how its words are meant. */
export function QueueKnown({ counts }: { readonly counts: AppStatus['queue'] }) {
  const text = useText();
  const format = useFormat();
  const lines = [
    [text('queue.knownUnfinished'), counts.unfinished],
    [text('queue.knownPerson'), counts.needPerson],
    [text('queue.knownAwaiting'), counts.awaitingResult],
  ] as const;
  return (
    <>
      <Section title={text('queue.known')}>
        <dl className={classes['counts']}>
          {lines.map(([label, count]) => (
            <div key={label} className={classes['count']}>
              <dt>{label}</dt>
              <dd>{format.number(count)}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section title={text('queue.howTitle')}>
        <div className={classes['how']}>
          <p>{text('queue.howAccepted')}</p>
          <p>{text('queue.howFinding')}</p>
          <p>{text('queue.howHold')}</p>
        </div>
      </Section>
    </>
  );
}
