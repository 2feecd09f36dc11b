import { UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconArrowDown } from '@tabler/icons-react';
import type { RiskPart } from '../../../../shared/domain/supervision-job.ts';
import { Saying } from '../../../components/Saying.tsx';
import { Section } from '../../../components/Section.tsx';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { riskLevel, riskTones } from '../supervision-badges.ts';
import { entryAnchor } from './entry-anchor.ts';
import classes from './Job.module.css';

/** The risk score, and in words what it is made of; each part leads to the first entry that says so. */
export function RiskParts({ risk, parts }: { readonly risk: number; readonly parts: readonly RiskPart[] }) {
  const text = useText();
  const format = useFormat();
  const level = riskLevel(risk);
  return (
    <Section title={text('installations.risk.title')}>
      <div className={classes['risk']}>
        <div className={classes['riskScore']} data-tone={riskTones[level]}>
          {level !== 'low' && <IconAlertTriangle size={20} stroke={2} aria-hidden />}
          <strong>{format.number(risk)}</strong>
          <span>{text(`installations.risk.${level}`)}</span>
        </div>
        {parts.length === 0 ? (
          <p className={classes['quiet']}>{text('installations.risk.none')}</p>
        ) : (
          <ul className={classes['riskParts']}>
            {parts.map(({ part, points, says, entries: [first] }) => (
              <li key={part}>
                <span className={classes['points']}>{`+${format.number(points)}`}</span>
                <span className={classes['grow']}>
                  <Saying of={says} />
                </span>
                {first !== undefined && (
                  <UnstyledButton
                    className={classes['toEntry']}
                    onClick={() =>
                      document.getElementById(entryAnchor(first))?.scrollIntoView({ block: 'center' })
                    }
                  >
                    {text('installations.risk.show')}
                    <IconArrowDown size={16} stroke={2} aria-hidden />
                  </UnstyledButton>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}
