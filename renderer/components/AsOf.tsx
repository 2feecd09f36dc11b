import type { Instant } from '../../shared/time.ts';
import { useText } from '../i18n/use-text.ts';
import classes from './AsOf.module.css';

/** How fresh a local copy is. */
export function AsOf({ asOf }: { readonly asOf: Instant | null }) {
  const text = useText();
  return (
    <span className={classes['asOf']}>
      {asOf === null ? text('flow.frame.neverRead') : text('flow.frame.asOf', { at: asOf })}
    </span>
  );
}
