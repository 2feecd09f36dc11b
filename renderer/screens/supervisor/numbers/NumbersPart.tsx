import { SegmentedControl } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useMemo } from 'react';
import { numbersBy, type SupervisionNumbers } from '../../../../shared/domain/supervision-overview.ts';
import { type BoardView, textOfView } from '../board-view.ts';
import { navigate, replaceRoute } from '../../../navigation/route.ts';
import { EmptyState, RowsSkeleton } from '../../../components/EmptyState.tsx';
import { ProblemNotice } from '../../../components/ProblemNotice.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { useQuery } from '../../../data/lookup.ts';
import { supervisionTopics } from '../../../data/supervision.ts';
import { FilterBar } from '../filters/FilterBar.tsx';
import { useMenuIsOpen } from '../filters/open-menu.ts';
import { useAskedView } from '../use-asked-view.ts';
import { GroupCharts } from './GroupCharts.tsx';
import { ReasonChart } from './ReasonChart.tsx';
import { Tiles } from './Tiles.tsx';
import board from '../Board.module.css';
import classes from './Numbers.module.css';

/** The same jobs counted: what is done, how often it is right at the first go, how long it takes, what goes wrong. */
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
        {problem !== null && <ProblemNotice problem={problem} onAgain={refetch} />}
        {value === null && problem === null && <RowsSkeleton rows={3} height={160} />}
        {value?.total.jobs === 0 && (
          <EmptyState icon={IconChartBar} title={text('installations.numbers.none')}>
            {text('installations.numbers.noneSays')}
          </EmptyState>
        )}
        {value !== null && value.total.jobs > 0 && (
          <>
            <Tiles total={value.total} />
            <div className={classes['by']}>
              <h2 className={classes['title']}>{text('installations.numbers.byTitle')}</h2>
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
            </div>
            {/* The charts follow their own answer: the control is ahead of it for a moment. */}
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
    <div className={classes['charts']}>
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
    </div>
  );
}
