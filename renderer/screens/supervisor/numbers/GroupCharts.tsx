import { useTranslation } from 'react-i18next';
import type { NumbersBy, NumbersGroup } from '../../../../shared/domain/supervision-overview.ts';
import { Card } from '../../../components/Section.tsx';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { dayOfField } from '../../../components/day/day-field.ts';
import { type Bar, Bars, Columns } from './Bars.tsx';
import { Block, Pairs, Row } from '../../../components/layout.tsx';
import classes from './Numbers.module.css';

/** Upper bound of bars; the table behind the chart lists all groups. */
const MOST_BARS = 12;
const tones = ['good', 'fair', 'open'] as const;

/** The numbers of each group: count, share right the first time, duration; or the same as a table. */
export function GroupCharts({
  groups,
  by,
  asTable,
}: {
  readonly groups: readonly NumbersGroup[];
  readonly by: NumbersBy;
  readonly asTable: boolean;
}) {
  const text = useText();
  const format = useFormat();
  const percent = usePercent();
  const nameOf = useGroupName(by);
  if (asTable) {
    return (
      <Pairs gap="2" below="1-half" className={classes['charts']}>
        <div className={classes['chart']} data-chart="jobs">
          <Card>
            <GroupTable groups={groups} by={by} nameOf={nameOf} />
          </Card>
        </div>
      </Pairs>
    );
  }
  const unknown = text('installations.numbers.unknown');
  const most = Math.max(1, ...groups.map(({ jobs }) => jobs));
  const longest = Math.max(1, ...groups.map(({ medianMinutes }) => medianMinutes ?? 0));
  const jobs = groups.map((group): Bar => ({
    name: nameOf(group.value),
    says: format.number(group.jobs),
    parts: [
      { share: group.rightFirstTime / most, tone: 'good' },
      { share: (group.finished - group.rightFirstTime) / most, tone: 'fair' },
      { share: (group.jobs - group.finished) / most, tone: 'open' },
    ],
  }));
  const right = groups.map((group): Bar => ({
    name: nameOf(group.value),
    says: percent(group.rightFirstTime, group.finished) ?? unknown,
    parts: [{ share: group.finished === 0 ? 0 : group.rightFirstTime / group.finished, tone: 'good' }],
  }));
  const minutes = groups.map(({ value, medianMinutes }): Bar => ({
    name: nameOf(value),
    says: medianMinutes === null ? unknown : format.duration(medianMinutes * 60_000),
    parts: [{ share: (medianMinutes ?? 0) / longest, tone: 'plain' }],
  }));
  const drawn = [
    { name: 'jobs', bars: jobs, most: format.number(most) },
    { name: 'right', bars: right, most: percent(1, 1) ?? '' },
    { name: 'minutes', bars: minutes, most: format.duration(longest * 60_000) },
  ] as const;
  return (
    <Pairs gap="2" below="1-half" className={classes['charts']}>
      {drawn.map((chart) => {
        const title = text(`installations.numbers.chart.${chart.name}`);
        return (
          <div key={chart.name} className={classes['chart']} data-chart={chart.name}>
            <Card>
              <Block as="h3" below="1-half">
                {title}
              </Block>
              {by === 'day' ? (
                <Columns label={title} columns={chart.bars} most={chart.most} />
              ) : (
                <Bars label={title} rows={chart.bars.slice(0, MOST_BARS)} />
              )}
              {chart.name === 'jobs' && <Legend />}
            </Card>
          </div>
        );
      })}
    </Pairs>
  );
}

function Legend() {
  const text = useText();
  return (
    <Row as="ul" wrap size="small" quiet className={classes['legend']}>
      {tones.map((tone) => (
        <Row as="li" key={tone} gap="1" align="center">
          <svg width="18" height="14" aria-hidden>
            <rect className={classes[tone]} x="1" y="1" width="16" height="12" />
          </svg>
          {text(`installations.numbers.legend.${tone}`)}
        </Row>
      ))}
    </Row>
  );
}

/**
 * The name of a group: a day in the format of the reader's language, any other name unchanged, an empty one as not
 * known.
 */
function useGroupName(by: NumbersBy): (value: string) => string {
  const text = useText();
  const format = useFormat();
  return (value) => {
    if (value === '') return text('installations.filter.notReported');
    const day = by === 'day' ? dayOfField(value) : null;
    return day === null ? value : format.date(day);
  };
}

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

/** The table behind the charts: all numbers of every group. */
function GroupTable({
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

/** A share in percent, in the format of the reader's language; null where the total is 0. */
export function usePercent(): (part: number, of: number) => string | null {
  const { i18n } = useTranslation();
  const format = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 0 });
  return (part, of) => (of === 0 ? null : format.format(part / of));
}
