import { type KeyboardEvent, type MouseEvent, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { SupervisionRow, SupervisionSort } from '../../../../shared/domain/supervision.ts';
import { useText } from '../../../i18n/use-text.ts';
import { rowAt } from '../../../lists/row-pages.ts';
import { reveal, useRowWindow } from '../../../lists/use-rows.ts';
import type { AskedView } from '../board-view.ts';
import { type TableRows, orderedBy, tableColumns } from './table-rows.ts';
import { TableRow } from './TableRow.tsx';
import { Row } from '../../../components/layout.tsx';
import classes from './Table.module.css';

/** Row height in pixels, equal to --bw-row of Table.module.css. */
const ROW = 60;
const HEAD = 44;
const sizes = { height: ROW, above: HEAD } as const;

/**
 * The table of jobs, of any length: only visible rows are rendered. It is one tab stop: the arrows go up and down,
 * Enter opens, Space selects, Shift with the arrows extends the selection.
 */
export function InstallationsTable({
  pages,
  answers,
  sort,
  active,
  selected,
  onWant,
  onSort,
  onActive,
  onOpen,
  onSelect,
  onSelectAll,
  onSelectNone,
}: {
  readonly pages: TableRows;
  /** The query that the pages answer. The previous rows stay until the new answer arrives. */
  readonly answers: AskedView;
  readonly sort: SupervisionSort;
  /** Index of the row with the keyboard cursor. */
  readonly active: number;
  readonly selected: ReadonlyMap<string, SupervisionRow>;
  readonly onWant: (first: number, last: number) => void;
  readonly onSort: (sort: SupervisionSort) => void;
  readonly onActive: (index: number) => void;
  readonly onOpen: (row: SupervisionRow) => void;
  readonly onSelect: (row: SupervisionRow) => void;
  readonly onSelectAll: () => void;
  readonly onSelectNone: () => void;
}) {
  const text = useText();
  const id = useId();
  const scroll = useRef<HTMLDivElement>(null);
  const count = pages.count ?? 0;
  const { first, last } = useRowWindow(scroll, { height: ROW, count, answers });
  useEffect(() => {
    if (last >= first) onWant(first, last);
  }, [onWant, first, last]);
  // A new query starts at its first row; a return to a table starts at the row that was left. A layout effect sets this
  // before paint, so that the rows do not flash by. It writes only when needed, because each write forces a layout of
  // the whole table.
  const shown = useRef<AskedView>(null);
  const scrolledAway = useRef(false);
  useLayoutEffect(() => {
    if (shown.current === answers || scroll.current === null) return;
    shown.current = answers;
    if (scrolledAway.current) scroll.current.scrollTop = 0;
    if (active > 0) reveal(scroll.current, active, sizes);
  }, [answers, active]);

  const openAt = (index: number) => {
    const row = rowAt(pages, index);
    onActive(index);
    if (row !== undefined) onOpen(row);
  };
  const selectAt = (index: number) => {
    const row = rowAt(pages, index);
    onActive(index);
    if (row !== undefined) onSelect(row);
  };
  const goTo = (index: number) => {
    const there = Math.max(0, Math.min(count - 1, index));
    onActive(there);
    reveal(scroll.current, there, sizes);
  };
  /** With Shift, the row that the cursor leaves and the one that it reaches are selected. */
  const step = (by: number, selecting: boolean) => {
    const there = Math.max(0, Math.min(count - 1, active + by));
    for (const index of selecting ? [active, there] : []) {
      const row = rowAt(pages, index);
      if (row !== undefined && !selected.has(row.jobId)) onSelect(row);
    }
    goTo(there);
  };
  /** Event delegation: rows without handlers of their own are memoised and render only when their data changes. */
  const tap = ({ target }: MouseEvent) => {
    if (!(target instanceof Element)) return;
    const index = Number(target.closest('[data-index]')?.getAttribute('data-index') ?? Number.NaN);
    if (Number.isNaN(index)) return;
    if (target.closest('[data-pick]') === null) openAt(index);
    else selectAt(index);
  };
  const steer = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target !== event.currentTarget || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() !== 'a') return;
      event.preventDefault();
      onSelectAll();
      return;
    }
    const page = Math.max(1, Math.floor((event.currentTarget.clientHeight - HEAD) / ROW) - 1);
    const acts: Readonly<Record<string, () => void>> = {
      ArrowDown: () => step(1, event.shiftKey),
      ArrowUp: () => step(-1, event.shiftKey),
      PageDown: () => goTo(active + page),
      PageUp: () => goTo(active - page),
      Home: () => goTo(0),
      End: () => goTo(count - 1),
      Enter: () => openAt(active),
      ' ': () => selectAt(active),
      Escape: onSelectNone,
    };
    const act = acts[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  const drawn = Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => first + place);
  return (
    <div
      ref={scroll}
      className={classes['table']}
      role="grid"
      tabIndex={0}
      aria-label={text('installations.table.label')}
      aria-rowcount={count + 1}
      aria-multiselectable
      aria-activedescendant={active >= first && active <= last ? `${id}-${active}` : undefined}
      onKeyDown={steer}
      onScroll={(event) => {
        scrolledAway.current = event.currentTarget.scrollTop > 0;
      }}
    >
      <div role="rowgroup" className={classes['headGroup']}>
        <TableHead sort={sort} onSort={onSort} />
      </div>
      <div role="rowgroup" className={classes['body']} style={{ height: count * ROW }} onClick={tap}>
        {drawn.map((index) => {
          const row = rowAt(pages, index);
          return (
            <TableRow
              key={index}
              id={`${id}-${index}`}
              row={row}
              index={index}
              top={index * ROW}
              active={index === active}
              selected={row !== undefined && selected.has(row.jobId)}
            />
          );
        })}
      </div>
    </div>
  );
}

/** The headings of the columns; a tap sorts the table by that column. */
function TableHead({
  sort,
  onSort,
}: {
  readonly sort: SupervisionSort;
  readonly onSort: (sort: SupervisionSort) => void;
}) {
  const text = useText();
  const Arrow = sort.direction === 'ascending' ? IconArrowUp : IconArrowDown;
  return (
    <div className={classes['head']} role="row" aria-rowindex={1}>
      <Row role="columnheader" narrow>
        <VisuallyHidden>{text('installations.table.select')}</VisuallyHidden>
      </Row>
      {tableColumns.map(({ name, orders, wide }) => (
        <Row
          key={name}
          role="columnheader"
          narrow
          data-column={name}
          data-wide={wide}
          aria-sort={orders.includes(sort.column) ? sort.direction : 'none'}
        >
          {orders.map((column) => (
            <UnstyledButton
              key={column}
              className={classes['order']}
              data-here={sort.column === column || undefined}
              title={text('installations.table.orderBy', { column: text(`installations.column.${column}`) })}
              onClick={() => onSort(orderedBy(column, sort))}
            >
              <span>{text(`installations.column.${column}`)}</span>
              {sort.column === column && <Arrow size={14} stroke={2.4} aria-hidden />}
            </UnstyledButton>
          ))}
        </Row>
      ))}
    </div>
  );
}
