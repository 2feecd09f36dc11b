import type { ReactNode } from 'react';
import type { PreflightCheck } from '../../../../../shared/domain/job.ts';
import { checkBadges } from '../../../../components/badges.ts';
import { useText } from '../../../../i18n/use-text.ts';
import classes from './CompareRow.module.css';

/** One of the three numbers: where it comes from, whether it agrees in sign and word, the number, what can be done. */
export function CompareRow({
  sign,
  state,
  word,
  caption,
  aside,
  below,
  children,
}: {
  /** In place of the state's own sign. */
  readonly sign?: ReactNode;
  readonly state: PreflightCheck['state'] | null;
  /** In place of the state's own word. */
  readonly word?: string;
  readonly caption: string;
  readonly aside?: ReactNode;
  /** Across the whole row. */
  readonly below?: ReactNode;
  readonly children: ReactNode;
}) {
  const text = useText();
  const badge = state === null ? null : checkBadges[state];
  return (
    <li className={classes['row']} data-state={state ?? undefined}>
      <span className={classes['sign']}>
        {sign ?? (badge !== null && <badge.icon size={24} stroke={1.8} aria-hidden />)}
      </span>
      <span className={classes['words']}>
        <span className={classes['caption']}>{caption}</span>
        {state !== null && (
          <span className={classes['word']}>{word ?? text(`flow.box.compare.word.${state}`)}</span>
        )}
      </span>
      <div className={classes['number']}>{children}</div>
      {aside !== undefined && <div className={classes['aside']}>{aside}</div>}
      {below !== undefined && <div className={classes['below']}>{below}</div>}
    </li>
  );
}
