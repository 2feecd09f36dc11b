import { IconAlertTriangle, IconCircleCheck, IconCircleMinus, IconCircleX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { BatchRow, BatchVerdict } from '../../../shared/domain/batch.ts';
import { Saying } from '../../components/ProblemNotice.tsx';
import { Section } from '../../components/Section.tsx';
import { StateBadge } from '../../components/StateBadge.tsx';
import { useText } from '../../i18n/use-text.ts';
import classes from './Batch.module.css';

/** Of the window's height: what begins above this can be read without scrolling. */
const IN_VIEW = 0.6;

/** Rows shown; a list with more to say is mended first. */
const SHOWN = 100;

const signs = {
  refused: { tone: 'trouble', icon: IconCircleX },
  warned: { tone: 'waiting', icon: IconAlertTriangle },
  there: { tone: 'neutral', icon: IconCircleMinus },
  ready: { tone: 'done', icon: IconCircleCheck },
} as const;
const order = ['refused', 'warned', 'there', 'ready'] as const;

/** The preview: how many rows of each kind, and each row that has something to say, the worst first. */
export function Verdicts({
  rows,
  verdicts,
  children,
}: {
  readonly rows: readonly BatchRow[];
  readonly verdicts: readonly BatchVerdict[];
  /** The decision about them, beneath the numbers. */
  readonly children: ReactNode;
}) {
  const text = useText();
  const top = useRef<HTMLParagraphElement>(null);
  // On a small screen they begin beneath what is in view, and the button alone would say that something is wrong.
  useEffect(() => {
    const { top: place = 0 } = top.current?.getBoundingClientRect() ?? {};
    if (place > IN_VIEW * window.innerHeight) top.current?.scrollIntoView({ block: 'start' });
  }, []);
  const byLine = new Map(rows.map((row) => [row.line, row]));
  const sorted = order.flatMap((state) => verdicts.filter((verdict) => verdict.state === state));
  const shown = sorted.slice(0, SHOWN);
  return (
    <Section title={text('batch.preview')}>
      <p ref={top} className={classes['counts']} role="status">
        {order.map((state) => {
          const count = verdicts.filter((verdict) => verdict.state === state).length;
          return count === 0 ? null : (
            <StateBadge key={state} tone={signs[state].tone} icon={signs[state].icon}>
              {text(`batch.count.${state}`, { count })}
            </StateBadge>
          );
        })}
      </p>
      <div className={classes['choice']}>{children}</div>
      <ul className={classes['rows']}>
        {shown.map((verdict) => {
          const row = byLine.get(verdict.line);
          const { icon: Sign } = signs[verdict.state];
          const label = [row?.licensePlate, row?.vin, row?.name, row?.serial].filter(
            (part) => part !== undefined && part !== '',
          );
          return (
            <li key={verdict.line} className={classes['verdict']} data-tone={signs[verdict.state].tone}>
              <Sign size={22} stroke={1.9} role="img" aria-label={text(`batch.state.${verdict.state}`)} />
              <span className={classes['line']}>{text('batch.line', { line: verdict.line })}</span>
              <div className={classes['words']}>
                <p>{label.join(' · ')}</p>
                {verdict.says.map((sentence, index) => (
                  <p key={index} className={classes['says']}>
                    <Saying of={sentence} />
                  </p>
                ))}
              </div>
            </li>
          );
        })}
      </ul>
      {sorted.length > shown.length && (
        <p>{text('batch.moreRows', { count: sorted.length - shown.length })}</p>
      )}
    </Section>
  );
}
