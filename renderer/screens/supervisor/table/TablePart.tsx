import { Button } from '@mantine/core';
import { IconClipboardCheck, IconSearchOff } from '@tabler/icons-react';
import { useState } from 'react';
import type { SupervisionRow } from '../../../../shared/domain/supervision.ts';
import type { JobId } from '../../../../shared/ids.ts';
import { type BoardView, textOfJobs, wholeBoard } from '../../../app/board-view.ts';
import { navigate, replaceRoute } from '../../../app/route.ts';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { ProblemNotice } from '../../../components/ProblemNotice.tsx';
import { RowsSkeleton } from '../../../components/RowsSkeleton.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { useSupervisionStatus } from '../../../stores/supervision.ts';
import { FilterBar } from '../filters/FilterBar.tsx';
import { useMenuIsOpen } from '../filters/open-menu.ts';
import { useAskedView } from '../use-asked-view.ts';
import { InstallationsTable } from './InstallationsTable.tsx';
import { useLastPlace } from './last-place.ts';
import { TableFoot } from './TableFoot.tsx';
import { useSelectAll } from './use-select-all.ts';
import { useRowPages } from './use-row-pages.ts';
import classes from '../Board.module.css';

/** The table with its filters, and what can be done to those that are selected. */
export function TablePart({ view }: { readonly view: BoardView }) {
  const text = useText();
  const menuOpen = useMenuIsOpen();
  const name = textOfJobs(view);
  const asked = useAskedView(view);
  const pages = useRowPages(asked);
  const [active, setActive] = useLastPlace(name);
  const [selection, setSelection] = useState<Selection>({ view: name, rows: new Map() });
  // What was selected under another filter is out of sight, and nothing is done to what nobody sees.
  const selected = selection.view === name ? selection.rows : nothing;
  const select = (rows: ReadonlyMap<JobId, SupervisionRow>) => setSelection({ view: name, rows });
  const to = (next: BoardView) => ({ screen: 'installations', part: 'table', view: next }) as const;
  const toggle = (row: SupervisionRow) =>
    setSelection((before) => {
      const rows = new Map(before.view === name ? before.rows : nothing);
      if (!rows.delete(row.jobId)) rows.set(row.jobId, row);
      return { view: name, rows };
    });
  const every = useSelectAll(asked);
  const selectAll = () => void every.read().then((rows) => rows !== null && select(rows));
  return (
    <>
      <FilterBar
        view={view}
        onChange={(next) => navigate(to(next))}
        onType={(next) => replaceRoute(to(next))}
      />
      {pages.problem !== null && (
        <ProblemNotice problem={pages.problem}>
          <Button variant="default" onClick={pages.again}>
            {text('installations.source.again')}
          </Button>
        </ProblemNotice>
      )}
      {pages.total === null ? (
        pages.problem === null && <RowsSkeleton rows={6} height={60} />
      ) : pages.total === 0 ? (
        <NoRows
          all={pages.all}
          onClear={() => navigate(to({ ...view, period: null, filter: wholeBoard.filter }))}
        />
      ) : (
        <div className={classes['fill']} inert={menuOpen}>
          <InstallationsTable
            key={name}
            pages={pages}
            sort={view.sort}
            active={active}
            selected={selected}
            onWant={pages.want}
            onSort={(sort) => replaceRoute(to({ ...view, sort }))}
            onActive={setActive}
            onOpen={({ jobId }) => navigate({ screen: 'installation', jobId, view })}
            onSelect={toggle}
            onSelectAll={selectAll}
            onSelectNone={() => select(nothing)}
          />
          <TableFoot
            view={asked}
            total={pages.total}
            all={pages.all}
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

interface Selection {
  /** Under which view it was made. */
  readonly view: string;
  readonly rows: ReadonlyMap<JobId, SupervisionRow>;
}
const nothing: Selection['rows'] = new Map();

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
