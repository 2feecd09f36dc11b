import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { SupervisionSort } from '../../../../shared/domain/supervision.ts';
import { useText } from '../../../i18n/use-text.ts';
import { orderedBy, tableColumns } from './columns.ts';
import classes from './Table.module.css';

/** The names of the columns; a tap orders the table by one. */
export function TableHead({
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
      <div role="columnheader" className={classes['headCell']}>
        <VisuallyHidden>{text('installations.table.select')}</VisuallyHidden>
      </div>
      {tableColumns.map(({ name, orders, wide }) => (
        <div
          key={name}
          role="columnheader"
          className={classes['headCell']}
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
        </div>
      ))}
    </div>
  );
}
