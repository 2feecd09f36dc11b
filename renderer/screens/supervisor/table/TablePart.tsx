import { Button } from '@mantine/core';
import { IconClipboardCheck, IconSearchOff } from '@tabler/icons-react';
import { type BoardView, textOfFilter, textOfJobs, textOfView, wholeBoard } from '../board-view.ts';
import { navigate, replaceRoute } from '../../../navigation/route.ts';
import { EmptyState, RowsSkeleton } from '../../../components/EmptyState.tsx';
import { ProblemNotice } from '../../../components/ProblemNotice.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { useRowPages } from '../../../lists/use-row-pages.ts';
import { useStatus } from '../../../data/status.ts';
import { useSupervisionStatus } from '../../../data/supervision.ts';
import { FilterBar } from '../filters/FilterBar.tsx';
import { useMenuIsOpen } from '../filters/open-menu.ts';
import { useAskedView } from '../use-asked-view.ts';
import { InstallationsTable } from './InstallationsTable.tsx';
import { useLastPlace } from './last-place.ts';
import { tableSource } from './table-rows.ts';
import { TableFoot } from './TableFoot.tsx';
import { useSelectAll } from './use-select-all.ts';
import { useSelection } from './use-selection.ts';
import classes from '../Board.module.css';

/** The table with its filters, and what can be done to those that are selected. */
export function TablePart({ view }: { readonly view: BoardView }) {
  const menuOpen = useMenuIsOpen();
  const name = textOfJobs(view);
  const asked = useAskedView(view);
  const pages = useRowPages(tableSource, asked);
  const [active, setActive] = useLastPlace(name);
  const filtered = textOfFilter(view);
  const profile = useStatus().value?.profile;
  // A selection at another customer has no effect here.
  const whose = `${profile?.environment} ${profile?.customerId}`;
  const { selected, select, toggle } = useSelection(`${whose} ${filtered}`, pages);
  const to = (next: BoardView) =>
    ({ screen: 'installations', part: 'table', view: textOfView(next) }) as const;
  const every = useSelectAll(asked);
  const selectAll = () => void every.read().then((rows) => rows !== null && select(rows));
  return (
    <>
      <FilterBar
        view={view}
        onChange={(next) => navigate(to(next))}
        onType={(next) => replaceRoute(to(next))}
      />
      {pages.problem !== null && <ProblemNotice problem={pages.problem} onAgain={pages.refetch} />}
      {every.problem !== null && <ProblemNotice problem={every.problem} onAgain={selectAll} />}
      {pages.count === null || pages.answers === null || pages.facts === null ? (
        pages.problem === null && <RowsSkeleton rows={6} height={60} />
      ) : pages.count === 0 ? (
        <NoRows
          all={pages.facts.all}
          onClear={() => navigate(to({ ...view, period: null, filter: wholeBoard.filter }))}
        />
      ) : (
        <div className={classes['fill']} inert={menuOpen}>
          <InstallationsTable
            pages={pages}
            answers={pages.answers}
            sort={view.sort}
            active={active}
            selected={selected}
            onWant={pages.want}
            onSort={(sort) => replaceRoute(to({ ...view, sort }))}
            onActive={setActive}
            onOpen={({ jobId }) => navigate({ screen: 'installation', jobId, view: textOfView(view) })}
            onSelect={toggle}
            onSelectAll={selectAll}
            onSelectNone={() => select(new Map())}
          />
          <TableFoot
            view={asked}
            total={pages.count}
            all={pages.facts.all}
            selected={selected}
            selecting={every.busy}
            onSelectAll={selectAll}
            onSelect={select}
          />
        </div>
      )}
    </>
  );
}

function NoRows({ all, onClear }: { readonly all: number; readonly onClear: () => void }) {
  const text = useText();
  const status = useSupervisionStatus().value;
  if (all > 0) {
    return (
      <EmptyState
        icon={IconSearchOff}
        title={text('installations.empty.filtered')}
        action={
          <Button mt={8} variant="default" onClick={onClear}>
            {text('installations.filter.clear')}
          </Button>
        }
      >
        {text('installations.empty.filteredSays')}
      </EmptyState>
    );
  }
  const why = status?.reading.state === 'reading' ? 'reading' : (status?.source ?? 'own-log');
  return (
    <EmptyState icon={IconClipboardCheck} title={text(`installations.empty.${why}`)}>
      {text(`installations.emptySays.${why}`)}
    </EmptyState>
  );
}
