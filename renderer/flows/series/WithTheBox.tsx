import { IconCheck } from '@tabler/icons-react';
import { useText } from '../../i18n/use-text.ts';
import classes from './WithTheBox.module.css';

/** What is done together with the Box in a series. Said before it is done. */
export function WithTheBox({ lines }: { readonly lines: readonly string[] }) {
  const text = useText();
  return (
    <div className={classes['pledge']}>
      <p>{text('series.withBox')}</p>
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
