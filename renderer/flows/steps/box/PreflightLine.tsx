import { Button } from '@mantine/core';
import type { PreflightCheck } from '../../../../shared/domain/job.ts';
import { checkBadges } from '../../../components/badges.ts';
import { Disclosure } from '../../../components/Disclosure.tsx';
import { Saying } from '../../../components/Saying.tsx';
import { useFormat } from '../../../format/use-format.ts';
import { useNow } from '../../../format/use-now.ts';
import { useText } from '../../../i18n/use-text.ts';
import { MINUTE } from '../../../../shared/time.ts';
import { useFlow } from '../../flow-context.ts';
import classes from './PreflightLine.module.css';

/** One check: a sign and a word, what it says, how old the facts are, and for a refusal what to do. */
export function PreflightLine({ check }: { readonly check: PreflightCheck }) {
  const text = useText();
  const { goTo } = useFlow();
  const badge = checkBadges[check.state];
  const raw = check.problem?.raw ?? null;
  return (
    <li className={classes['line']} data-state={check.state}>
      <badge.icon
        className={classes['icon']}
        size={28}
        stroke={1.8}
        aria-label={text(badge.word)}
        role="img"
      />
      <div className={classes['words']}>
        <p className={classes['title']}>{text(`flow.box.check.${check.check}.${check.state}`)}</p>
        <p className={classes['says']}>
          <Saying of={check.says} />
        </p>
        {check.state === 'refused' && check.check === 'variant' && (
          <Button variant="default" className={classes['mend'] ?? ''} onClick={() => goTo('keyfob')}>
            {text('flow.box.otherKey')}
          </Button>
        )}
        {raw !== null && raw !== '' && (
          <Disclosure label={text('problem.rawWords')}>
            <p className={classes['says']}>{raw}</p>
          </Disclosure>
        )}
      </div>
      {check.asOf !== null && <Age asOf={check.asOf} />}
    </li>
  );
}

function Age({ asOf }: { readonly asOf: number }) {
  const text = useText();
  const format = useFormat();
  const age = useNow() - asOf;
  return (
    <time className={classes['age']} dateTime={new Date(asOf).toISOString()} title={format.dateTime(asOf)}>
      {age < MINUTE ? text('flow.box.fresh') : text('flow.box.old', { age })}
    </time>
  );
}
