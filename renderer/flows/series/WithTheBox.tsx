import { IconCheck } from '@tabler/icons-react';
import { useText } from '../../i18n/use-text.ts';
import classes from './WithTheBox.module.css';

/** The operations that go together with the Box, or with the checks after it, in a series. Listed before they are done. */
export function WithTheBox({
  lines,
  says = 'series.withBox',
}: {
  readonly lines: readonly string[];
  readonly says?: 'series.withBox' | 'series.withChecklist';
}) {
  const text = useText();
  return (
    <div className={classes['pledge']}>
      <p>{text(says)}</p>
      <ul className={classes['lines']}>
        {lines.map((line) => (
          <li key={line}>
            <IconCheck size={20} stroke={2.2} aria-hidden />
            {line}
          </li>
        ))}
      </ul>
    </div>
  );
}
