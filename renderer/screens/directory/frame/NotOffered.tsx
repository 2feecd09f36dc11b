import { IconCloudOff } from '@tabler/icons-react';
import { useText } from '../../../i18n/use-text.ts';
import classes from './LiveSection.module.css';

/** In place of rows the environment does not offer to read: one sentence. */
export function NotOffered() {
  const text = useText();
  return (
    <p className={classes['quiet']}>
      <IconCloudOff className={classes['icon']} size={20} stroke={1.8} aria-hidden />
      {text('directory.live.notOffered')}
    </p>
  );
}
