import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { LogVerdict } from '../../../shared/domain/trust.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import classes from './LogVerdictNotice.module.css';

/** The result of the log's check: whole, or its first bad entry and what that means. */
export function LogVerdictNotice({ verdict }: { readonly verdict: LogVerdict }) {
  const text = useText();
  const format = useFormat();
  if (verdict.kind === 'sound') {
    return (
      <div className={classes['notice']} data-tone="done" role="status">
        <IconCircleCheck className={classes['icon']} size={22} stroke={2} aria-hidden />
        <div className={classes['words']}>
          <p className={classes['says']}>
            {text('log.sound', { number: format.number(verdict.head.number) })}
          </p>
          {verdict.redacted > 0 && <p>{text('log.redacted', { count: verdict.redacted })}</p>}
          <p className={classes['hash']}>
            {verdict.head.number}:{verdict.head.hash}
          </p>
        </div>
      </div>
    );
  }
  const { fault, number, entry, trusted } = verdict;
  return (
    <div className={classes['notice']} data-tone="trouble" role="alert">
      <IconAlertTriangle className={classes['icon']} size={22} stroke={2} aria-hidden />
      <div className={classes['words']}>
        <p className={classes['says']}>{text(`log.fault.${fault}`, { number: format.number(number) })}</p>
        {entry !== null && (
          <p>
            {text('log.entry', {
              number: format.number(number),
              worker: entry.worker,
              at: format.dateTime(entry.at),
            })}
          </p>
        )}
        <p>
          {trusted === 0 ? text('log.trustedNone') : text('log.trusted', { trusted: format.number(trusted) })}
        </p>
        <p>{text('log.next')}</p>
      </div>
    </div>
  );
}
