import type { Icon } from '@tabler/icons-react';
import classes from './Known.module.css';

/** Not chosen yet. */
export function NotYet({ icon: Picture, says }: { readonly icon: Icon; readonly says: string }) {
  return (
    <p className={classes['nothing']}>
      <Picture className={classes['picture']} size={20} stroke={1.7} aria-hidden />
      {says}
    </p>
  );
}
