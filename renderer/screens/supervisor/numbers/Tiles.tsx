import type { SupervisionNumbers } from '../../../../shared/domain/supervision-overview.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { usePercent } from './use-percent.ts';
import classes from './Numbers.module.css';

/** The totals, in large print. */
export function Tiles({ total }: { readonly total: SupervisionNumbers['total'] }) {
  const text = useText();
  const format = useFormat();
  const percent = usePercent();
  const unknown = text('installations.numbers.unknown');
  const tiles = [
    {
      name: 'jobs',
      value: format.number(total.jobs),
      says: text('installations.numbers.kinds', {
        installations: format.number(total.installations),
        swaps: format.number(total.swaps),
        removals: format.number(total.removals),
      }),
    },
    {
      name: 'fitted',
      value: format.number(total.fitted),
      says: text('installations.numbers.fittedSays', {
        takenOut: format.number(total.takenOut),
        done: format.number(total.done),
      }),
    },
    {
      name: 'right',
      value: percent(total.rightFirstTime, total.finished) ?? unknown,
      says: text('installations.numbers.rightOf', {
        right: format.number(total.rightFirstTime),
        finished: format.number(total.finished),
      }),
    },
    {
      name: 'minutes',
      value: total.medianMinutes === null ? unknown : format.duration(total.medianMinutes * 60_000),
      says: text('installations.numbers.minutesSays'),
    },
    {
      name: 'stuck',
      value: format.number(total.needsPerson),
      says: text('installations.numbers.stuckSays'),
    },
    {
      name: 'access',
      value: format.number(total.openAccess),
      says: text('installations.numbers.accessSays'),
    },
    {
      name: 'reviewed',
      value: format.number(total.approved),
      says: text('installations.numbers.reviewedSays', {
        rework: format.number(total.rework),
        forced: format.number(total.forced),
      }),
    },
  ] as const;
  return (
    <dl className={classes['tiles']}>
      {tiles.map(({ name, value, says }) => (
        <div key={name} className={classes['tile']}>
          <dt>{text(`installations.numbers.tile.${name}`)}</dt>
          <dd className={classes['large']}>{value}</dd>
          <dd className={classes['quiet']}>{says}</dd>
        </div>
      ))}
    </dl>
  );
}
