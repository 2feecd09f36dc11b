import { Button } from '@mantine/core';
import { IconClipboardCheck, IconSearchOff } from '@tabler/icons-react';
import { useState } from 'react';
import type { SupervisionRow } from '../../../../shared/domain/supervision.ts';
import type { JobId } from '../../../../shared/ids.ts';
import { navigate, replaceRoute } from '../../../navigation/route.ts';
import { EmptyState, RowsSkeleton } from '../../../components/EmptyState.tsx';
import { ProblemNotice } from '../../../components/ProblemNotice.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { useRowPages } from '../../../lists/use-rows.ts';
import { useStatus, useMay } from '../../../data/status.ts';
import { useSupervisionStatus } from '../../../data/supervision.ts';
import { KeyHint } from '../../../components/KeyHint.tsx';
import { useFormat } from '../../../format/use-format.ts';
import { useShortcuts } from '../../../navigation/use-shortcuts.ts';
import {
  type BoardView,
  textOfFilter,
  textOfJobs,
  textOfView,
  wholeBoard,
  useAskedView,
  type AskedView,
} from '../board-view.ts';
import { FilterBar } from '../filters/FilterBar.tsx';
import { useMenuIsOpen } from '../filters/FilterMenu.tsx';
import { ExportDialog } from '../exports/ExportDialog.tsx';
import { BulkApproveDialog } from '../review/BulkApproveDialog.tsx';
import { InstallationsTable } from './InstallationsTable.tsx';
import { useLastPlace, tableSource } from './table-rows.ts';
import { useSelectAll, useSelection, MOST_SELECTED } from './use-selection.ts';
import { Row, Stack } from '../../../components/layout.tsx';
import board from '../Board.module.css';
import classes from './Table.module.css';

/** The table with its filters, and the acts on the selected jobs. */
export function TablePart({ view }: { readonly view: BoardView }) {
  const menuOpen = useMenuIsOpen();
  const name = textOfJobs(view);
  const asked = useAskedView(view);
  const pages = useRowPages(tableSource, asked);
  const [active, setActive] = useLastPlace(name);
  const filtered = textOfFilter(view);
  const profile = useStatus().value?.profile;
  // The key includes the customer, so that a selection has no effect at another one.
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
      {pages.problem !== null && <ProblemNotice problem={pages.problem} onRetry={pages.refetch} />}
      {every.problem !== null && <ProblemNotice problem={every.problem} onRetry={selectAll} />}
      {pages.count === null || pages.answers === null || pages.facts === null ? (
        pages.problem === null && <RowsSkeleton rows={6} height={60} />
      ) : pages.count === 0 ? (
        <NoRows
          all={pages.facts.all}
          onClear={() => navigate(to({ ...view, period: null, filter: wholeBoard.filter }))}
        />
      ) : (
        <Stack grow className={board['fill']} inert={menuOpen}>
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
        </Stack>
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

/** The number of jobs and of selected ones. Always rendered, so that the layout does not jump. */
function TableFoot({
  view,
  total,
  all,
  selected,
  selecting,
  onSelectAll,
  onSelect,
}: {
  readonly view: AskedView;
  /** `total`: jobs that match the filter; `all`: jobs without a filter. */
  readonly total: number;
  readonly all: number;
  readonly selected: ReadonlyMap<JobId, SupervisionRow>;
  /** True while all rows are being read for the selection. */
  readonly selecting: boolean;
  readonly onSelectAll: () => void;
  readonly onSelect: (rows: ReadonlyMap<JobId, SupervisionRow>) => void;
}) {
  const text = useText();
  const format = useFormat();
  const [asking, setAsking] = useState(false);
  const [handing, setHanding] = useState(false);
  const mayApprove = useMay()('reviewing.approveMany');
  useShortcuts(mayApprove && selected.size > 0 ? [[text('letter.approve'), () => setAsking(true)]] : []);
  const most = Math.min(total, MOST_SELECTED);
  return (
    <div className={classes['foot']}>
      <span role="status">
        {selected.size === MOST_SELECTED && total > MOST_SELECTED
          ? text('installations.foot.mostSelected', {
              jobs: format.number(selected.size),
              total: format.number(total),
            })
          : selected.size > 0
            ? text('installations.foot.selected', {
                count: selected.size,
                jobs: format.number(selected.size),
              })
            : total === all
              ? text('installations.foot.all', { count: all, jobs: format.number(all) })
              : text('installations.foot.some', { jobs: format.number(total), all: format.number(all) })}
      </span>
      <Row as="span" gap="1" justify="end" wrap>
        {selected.size === 0 && (
          <Button variant="subtle" onClick={() => setHanding(true)}>
            {text('exports.open')}
          </Button>
        )}
        {mayApprove && selected.size < most && (
          <Button variant="subtle" loading={selecting} onClick={onSelectAll}>
            {total > most
              ? text('installations.foot.selectFirst', { jobs: format.number(most) })
              : text('installations.foot.selectAll', { count: most, jobs: format.number(most) })}
          </Button>
        )}
        {selected.size > 0 && (
          <Button variant="subtle" onClick={() => onSelect(new Map())}>
            {text('installations.foot.selectNone')}
          </Button>
        )}
        {mayApprove && selected.size > 0 && (
          <Button
            rightSection={<KeyHint keys={text('letter.approve')} onAccent />}
            onClick={() => setAsking(true)}
          >
            {text('installations.bulk.act')}
          </Button>
        )}
      </Row>
      {handing && <ExportDialog view={view} total={total} onClose={() => setHanding(false)} />}
      {asking && (
        <BulkApproveDialog
          rows={[...selected.values()]}
          onClose={() => setAsking(false)}
          onDone={() => {
            setAsking(false);
            onSelect(new Map());
          }}
        />
      )}
    </div>
  );
}
