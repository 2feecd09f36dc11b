import type { JobView } from '../../../shared/domain/job.ts';
import { Section } from '../../components/Section.tsx';
import { useFormat } from '../../format/use-format.ts';
import { useSay, useText } from '../../i18n/use-text.ts';
import classes from './JobHistory.module.css';
import { withoutRepeats } from './repeats.ts';

/** The events of this job, with times, oldest first. The log itself keeps every entry. */
export function JobHistory({ history }: { readonly history: JobView['history'] }) {
  const text = useText();
  const say = useSay();
  const format = useFormat();
  return (
    <Section title={text('flow.known.job')}>
      <ol className={classes['list']}>
        {withoutRepeats(history.map(({ at, says }) => ({ at, words: say(says) }))).map(
          ({ words, first, last, times }, index) => {
            const [begun, until] = [format.time(first), format.time(last)];
            return (
              <li key={index} className={classes['line']}>
                <time className={classes['time']} dateTime={new Date(first).toISOString()}>
                  {begun}
                </time>
                <span>
                  {words}
                  {times > 1 && (
                    <span className={classes['times']}>
                      {begun === until
                        ? text('flow.known.repeated', { count: times })
                        : text('flow.known.repeatedUntil', { count: times, at: until })}
                    </span>
                  )}
                </span>
              </li>
            );
          },
        )}
      </ol>
    </Section>
  );
}
