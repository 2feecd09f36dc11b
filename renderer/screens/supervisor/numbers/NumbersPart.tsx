import { SegmentedControl } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useMemo } from 'react';
import { numbersBy, type SupervisionNumbers } from '../../../../shared/domain/supervision-overview.ts';
import { reworkReason } from '../../../../shared/relay/reviews.ts';
import { navigate, replaceRoute } from '../../../navigation/route.ts';
import { EmptyState, RowsSkeleton } from '../../../components/EmptyState.tsx';
import { ProblemNotice } from '../../../components/ProblemNotice.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { useQuery } from '../../../data/lookup.ts';
import { supervisionTopics } from '../../../data/supervision.ts';
import { useFormat } from '../../../format/use-format.ts';
import { Card } from '../../../components/Section.tsx';
import { type BoardView, textOfView, useAskedView } from '../board-view.ts';
import { FilterBar } from '../filters/FilterBar.tsx';
import { useMenuIsOpen } from '../filters/FilterMenu.tsx';
import { GroupCharts, usePercent } from './GroupCharts.tsx';
import { Bars } from './Bars.tsx';
import { Block, Grid, Pairs, Row, Text } from '../../../components/layout.tsx';
import board from '../Board.module.css';
import classes from './Numbers.module.css';

/** Statistics of the jobs in view: done, right the first time, duration, problems. */
export function NumbersPart({ view }: { readonly view: BoardView }) {
  const text = useText();
  const menuOpen = useMenuIsOpen();
  const { by, asTable } = view;
  const asked = useAskedView(view);
  const question = useMemo(() => ({ filter: asked.filter, by }), [asked, by]);
  const { value, answers, problem, refetch } = useQuery(
    window.boxwright.supervision.numbers,
    question,
    supervisionTopics,
  );
  const to = (next: BoardView) =>
    ({ screen: 'installations', part: 'numbers', view: textOfView(next) }) as const;
  return (
    <>
      <FilterBar
        view={view}
        onChange={(next) => navigate(to(next))}
        onType={(next) => replaceRoute(to(next))}
      />
      <div className={board['scroll']} inert={menuOpen}>
        {problem !== null && <ProblemNotice problem={problem} onRetry={refetch} />}
        {value === null && problem === null && <RowsSkeleton rows={3} height={160} />}
        {value?.total.jobs === 0 && (
          <EmptyState icon={IconChartBar} title={text('installations.numbers.none')}>
            {text('installations.numbers.noneSays')}
          </EmptyState>
        )}
        {value !== null && value.total.jobs > 0 && (
          <>
            <Tiles total={value.total} />
            <Row align="center" wrap className={classes['by']}>
              <Text as="h2" size="lead" line="body" weight="bold" quiet className={classes['title']}>
                {text('installations.numbers.byTitle')}
              </Text>
              <SegmentedControl
                aria-label={text('installations.numbers.byTitle')}
                value={by}
                onChange={(chosen) => {
                  const known = numbersBy.safeParse(chosen);
                  if (known.success) replaceRoute(to({ ...view, by: known.data }));
                }}
                data={numbersBy.options.map((one) => ({
                  value: one,
                  label: text(`installations.numbers.by.${one}`),
                }))}
              />
              <SegmentedControl
                className={classes['as'] ?? ''}
                aria-label={text('installations.numbers.as')}
                value={asTable ? 'table' : 'charts'}
                onChange={(chosen) => replaceRoute(to({ ...view, asTable: chosen === 'table' }))}
                data={(['charts', 'table'] as const).map((one) => ({
                  value: one,
                  label: text(`installations.numbers.shownAs.${one}`),
                }))}
              />
            </Row>
            {/* The charts use the grouping of the present answer, because the control changes before the next answer arrives. */}
            <GroupCharts groups={value.groups} by={answers?.by ?? by} asTable={asTable} />
            <Reasons numbers={value} asTable={asTable} />
          </>
        )}
      </div>
    </>
  );
}

function Reasons({ numbers, asTable }: { readonly numbers: SupervisionNumbers; readonly asTable: boolean }) {
  const text = useText();
  return (
    <Pairs gap="2" below="1-half" className={classes['charts']}>
      <ReasonChart
        title={text('installations.numbers.failures')}
        none={text('installations.numbers.noFailures')}
        asTable={asTable}
        reasons={numbers.failures.map(({ family, jobs }) => ({
          name: text(`supervision.failure.${family}`),
          jobs,
        }))}
      />
      <ReasonChart
        title={text('installations.numbers.reworks')}
        none={text('installations.numbers.noReworks')}
        asTable={asTable}
        reasons={numbers.reworks.map(({ reason, jobs }) => ({ name: reason, jobs }))}
        reviewed
      />
    </Pairs>
  );
}

/** The totals, in large print. */
function Tiles({ total }: { readonly total: SupervisionNumbers['total'] }) {
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
    <Grid as="dl" gap="1-half" className={classes['tiles']}>
      {tiles.map(({ name, value, says }) => (
        <Block key={name} card className={classes['tile']}>
          <Text as="dt" size="small" weight="strong">
            {text(`installations.numbers.tile.${name}`)}
          </Text>
          <Text as="dd" tabular className={classes['large']}>
            {value}
          </Text>
          <Text as="dd" size="caption" line="caption" quiet>
            {says}
          </Text>
        </Block>
      ))}
    </Grid>
  );
}

/** Reasons by the number of jobs, as bars or as a table. `reviewed`: the names are codes of rework reasons. */
function ReasonChart({
  title,
  none,
  reasons,
  asTable,
  reviewed = false,
}: {
  readonly title: string;
  /** The text where there are no reasons. */
  readonly none: string;
  readonly reasons: readonly { readonly name: string; readonly jobs: number }[];
  readonly asTable: boolean;
  readonly reviewed?: boolean;
}) {
  const text = useText();
  const format = useFormat();
  const said = (name: string) => {
    if (!reviewed) return name;
    const known = reworkReason.safeParse(name);
    return text(`reviewing.reason.${known.success ? known.data : 'other'}`);
  };
  const most = Math.max(1, ...reasons.map(({ jobs }) => jobs));
  return (
    <Card>
      <Block as="h3" below="1-half">
        {title}
      </Block>
      {reasons.length === 0 ? (
        <Text as="p" size="caption" line="caption" quiet>
          {none}
        </Text>
      ) : asTable ? (
        <table className={classes['table']}>
          <thead>
            <tr>
              <th scope="col">{title}</th>
              <th scope="col">{text('installations.numbers.column.jobs')}</th>
            </tr>
          </thead>
          <tbody>
            {reasons.map(({ name, jobs }) => (
              <tr key={name}>
                <th scope="row">{said(name)}</th>
                <td>{format.number(jobs)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <Bars
          label={title}
          rows={reasons.map(({ name, jobs }) => ({
            name: said(name),
            says: format.number(jobs),
            parts: [{ share: jobs / most, tone: 'trouble' }],
          }))}
        />
      )}
    </Card>
  );
}
