import { Button } from '@mantine/core';
import type { PreflightCheck } from '../../../../shared/domain/job.ts';
import { navigate } from '../../../navigation/route.ts';
import { checkBadges } from '../../../components/badges.ts';
import { Disclosure } from '../../../components/Disclosure.tsx';
import { Saying } from '../../../components/ProblemNotice.tsx';
import { useFormat } from '../../../format/use-format.ts';
import { useMinute } from '../../../format/use-now.ts';
import { useText } from '../../../i18n/use-text.ts';
import { MINUTE } from '../../../../shared/time.ts';
import { useFlow } from '../../flow-context.ts';
import classes from './PreflightLine.module.css';
import { StartHere } from '../../StartHere.tsx';

/** One check: a sign and a word, what it says, how old the facts are, and for a refusal what to do. */
export function PreflightLine({ check }: { readonly check: PreflightCheck }) {
  const text = useText();
  const isFinished = useFlow().job.finishedAt !== null;
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
        {check.state === 'refused' && !isFinished && <Remedy check={check} />}
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

/** The remedy for a refusal: one sentence, and the button where one does it. */
function Remedy({ check: { check, problem } }: { readonly check: PreflightCheck }) {
  const text = useText();
  const { job, goTo } = useFlow();
  const mend = classes['mend'] ?? '';
  const carId = problem?.params['carId'];
  return (
    <>
      {problem !== null && (
        <p className={classes['says']}>
          <Saying of={{ key: `problems.${problem.code}.next`, params: problem.params }} />
        </p>
      )}
      {check === 'variant' && (
        <Button variant="default" className={mend} onClick={() => goTo('keyfob')}>
          {text('flow.box.otherKey')}
        </Button>
      )}
      {check === 'free' && typeof carId === 'number' && (
        <Button
          variant="default"
          className={mend}
          onClick={() => navigate({ screen: 'directory', section: 'cars', id: String(carId) })}
        >
          {text('flow.box.openCar')}
        </Button>
      )}
      {check === 'car-empty' && job.kind === 'installation' && (
        <StartHere kind="swap" label={text('flow.box.swapHere')} className={mend} />
      )}
    </>
  );
}

function Age({ asOf }: { readonly asOf: number }) {
  const text = useText();
  const format = useFormat();
  const age = useMinute() - asOf;
  return (
    <time className={classes['age']} dateTime={new Date(asOf).toISOString()} title={format.dateTime(asOf)}>
      {age < MINUTE ? text('flow.box.fresh') : text('flow.box.old', { age })}
    </time>
  );
}
