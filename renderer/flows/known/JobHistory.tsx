import type { JobView } from '../../../shared/domain/job.ts';
import { Saying } from '../../components/Saying.tsx';
import { Section } from '../../components/Section.tsx';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import classes from './JobHistory.module.css';

/** What happened in this job, with times, oldest first. */
export function JobHistory({ history }: { readonly history: JobView['history'] }) {
  const text = useText();
  const format = useFormat();
  return (
    <Section title={text('flow.known.job')}>
      <ol className={classes['list']}>
        {history.map(({ at, says }, index) => (
          <li key={index} className={classes['line']}>
            <time className={classes['time']} dateTime={new Date(at).toISOString()}>
              {format.time(at)}
            </time>
            <span>
              <Saying of={says} />
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}
