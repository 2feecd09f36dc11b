import { IconClockExclamation } from '@tabler/icons-react';
import type { JobVerification } from '../../../shared/domain/job.ts';
import { clock } from '../../../shared/words/format.ts';
import { useNow } from '../../format/use-now.ts';
import { useText } from '../../i18n/use-text.ts';
import { accessIsOpen } from '../steps/verify/phases.ts';
import classes from './OpenAccess.module.css';

/** Amber until the operator confirms that the test access is gone, with the time it runs out or ran out. */
export function OpenAccess({ verification }: { readonly verification: JobVerification }) {
  return accessIsOpen(verification.phase) ? <Open verification={verification} /> : null;
}

function Open({ verification: { userName, end } }: { readonly verification: JobVerification }) {
  const text = useText();
  const now = useNow();
  const user = userName ?? text('common.unknown');
  return (
    <div className={classes['open']}>
      <IconClockExclamation className={classes['icon']} size={22} stroke={1.9} aria-hidden />
      <div>
        <p className={classes['says']}>
          {end === null
            ? text('flow.verify.openNoEnd', { user })
            : text(now < end ? 'flow.verify.openUntil' : 'flow.verify.openEnded', { user, end })}
        </p>
        {end !== null && (
          <p className={classes['left']}>
            {now < end
              ? text('flow.verify.openLeft', { left: clock(end - now) })
              : text('flow.verify.openOver')}
          </p>
        )}
      </div>
    </div>
  );
}
