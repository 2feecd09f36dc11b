import type { NumbersBy, NumbersGroup } from '../../../../shared/domain/supervision-overview.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { usePercent } from './use-percent.ts';
import classes from './Numbers.module.css';

const columns = [
  'jobs',
  'fitted',
  'takenOut',
  'done',
  'finished',
  'right',
  'minutes',
  'needsPerson',
  'openAccess',
  'forced',
  'approved',
  'rework',
] as const;

/** The table behind the charts: everything that is counted of every group. */
export function GroupTable({
  groups,
  by,
  nameOf,
}: {
  readonly groups: readonly NumbersGroup[];
  readonly by: NumbersBy;
  readonly nameOf: (value: string) => string;
}) {
  const text = useText();
  const format = useFormat();
  const percent = usePercent();
  const unknown = text('installations.numbers.unknown');
  const cell = (group: NumbersGroup, column: (typeof columns)[number]) => {
    switch (column) {
      case 'right':
        return percent(group.rightFirstTime, group.finished) ?? unknown;
      case 'minutes':
        return group.medianMinutes === null ? unknown : format.duration(group.medianMinutes * 60_000);
      default:
        return format.number(group[column]);
    }
  };
  return (
    <div
      className={classes['wide']}
      tabIndex={0}
      role="region"
      aria-label={text('installations.numbers.tableLabel')}
    >
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">{text(`installations.numbers.by.${by}`)}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {text(`installations.numbers.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.value}>
              <th scope="row">{nameOf(group.value)}</th>
              {columns.map((column) => (
                <td key={column}>{cell(group, column)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
