import { Skeleton } from '@mantine/core';
import type { PreflightCheck } from '../../../../shared/domain/job.ts';
import { Section } from '../../../components/Section.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { PreflightLine } from './PreflightLine.tsx';
import lines from '../../../components/Lines.module.css';
import classes from './PreflightList.module.css';

const EXPECTED_CHECKS = 5;

const isRefused = ({ state }: PreflightCheck): boolean => state === 'refused';

/** The known facts of this Box before it is screwed in, refusals first. A check that could not be made is shown as unchecked. */
export function PreflightList({
  checks,
  busy,
}: {
  readonly checks: readonly PreflightCheck[];
  readonly busy: boolean;
}) {
  const text = useText();
  return (
    <Section title={text('flow.box.checks')}>
      <div aria-live="polite" aria-busy={busy}>
        {checks.length > 0 ? (
          <ul className={lines['lines']}>
            {[...checks.filter(isRefused), ...checks.filter((check) => !isRefused(check))].map((check) => (
              <PreflightLine key={check.check} check={check} />
            ))}
          </ul>
        ) : busy ? (
          <ul className={lines['lines']} aria-label={text('flow.box.checking')}>
            {Array.from({ length: EXPECTED_CHECKS }, (_, index) => (
              <li key={index} className={classes['shape']}>
                <Skeleton circle width={28} height={28} />
                <Skeleton width="44%" height={14} />
              </li>
            ))}
          </ul>
        ) : (
          <p className={classes['empty']}>{text('flow.box.checksEmpty')}</p>
        )}
      </div>
    </Section>
  );
}
