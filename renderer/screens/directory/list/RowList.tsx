import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { DirectoryCar } from '../../../../shared/domain/directory.ts';
import { PAGE, rowAt } from '../../../lists/row-pages.ts';
import { reveal, useRowWindow } from '../../../lists/use-rows.ts';
import { carTitle, Plate } from '../../../components/CarLine.tsx';
import type { DirectoryRows } from './use-directory-list.ts';
import { Block, Grid, Row, Stack, Text } from '../../../components/layout.tsx';
import classes from './RowList.module.css';

/** The height of a row, as --bw-row of RowList.module.css. */
const ROW = 64;
const sizes = { height: ROW, above: 0 } as const;

/**
 * Links to the rows of a list; only visible rows are rendered. The list is one tab stop; the arrow keys move within it.
 */
export function RowList<Row>({
  id,
  label,
  list,
  count,
  keyOf,
  hrefOf,
  open,
  foot,
  children,
}: {
  readonly id: string;
  readonly label: string;
  readonly list: Pick<DirectoryRows<Row>, 'pages' | 'answers' | 'complete' | 'want'>;
  /** Rows in the list, as far as known. */
  readonly count: number;
  readonly keyOf: (row: Row) => string | number;
  readonly hrefOf: (row: Row) => string;
  /** Whether this is the open row. */
  readonly open: (row: Row) => boolean;
  /** The text below the last row. */
  readonly foot: string;
  /** Renders a row. */
  readonly children: (row: Row) => ReactNode;
}) {
  const scroll = useRef<HTMLDivElement>(null);
  const { answers, pages, want } = list;
  const { first, last } = useRowWindow(scroll, { height: ROW, count, answers });
  useEffect(() => {
    if (last >= first) want(first, last);
  }, [want, first, last]);
  const openIndex = indexOf(pages, open);
  const [active, setActive] = useState({ index: 0, answers, openIndex: -1 });
  if (active.answers !== answers || active.openIndex !== openIndex) {
    const kept = active.answers === answers ? active.index : 0;
    setActive({ index: openIndex >= 0 ? openIndex : kept, answers, openIndex });
  }
  /** The focused row. It stays rendered while the list scrolls, so that the focus is not lost. */
  const [focused, setFocused] = useState<number | null>(null);
  const drawn = new Set(Array.from({ length: last - first + 1 }, (_, offset) => first + offset));
  if (focused !== null && focused < count) drawn.add(focused);
  const tabStop = drawn.has(active.index) ? active.index : first;

  /** The row that takes the focus as soon as it is rendered. */
  const focusNext = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (focusNext.current === null) return;
    const link = linkAt(scroll.current, focusNext.current);
    if (link === null) return;
    focusNext.current = null;
    link.focus({ preventScroll: true });
  });
  const shown = useRef(answers);
  useLayoutEffect(() => {
    if (shown.current === answers || scroll.current === null) return;
    shown.current = answers;
    scroll.current.scrollTop = 0;
  }, [answers]);
  const lastOpen = useRef(openIndex);
  useEffect(() => {
    const before = lastOpen.current;
    lastOpen.current = openIndex;
    // When the detail that had the focus is closed, the focus returns to the row that opened it.
    if (openIndex < 0 && before >= 0 && document.activeElement === document.body)
      linkAt(scroll.current, before)?.focus();
  }, [openIndex]);

  const move = (event: KeyboardEvent<HTMLUListElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const from = indexAt(event.target);
    if (step === 0 || from === null) return;
    event.preventDefault();
    const to = Math.max(0, Math.min(count - 1, from + step));
    focusNext.current = to;
    reveal(scroll.current, to, sizes);
    setFocused(to);
    setActive({ index: to, answers, openIndex });
  };

  const keys = new Set<string | number>();
  return (
    <div ref={scroll} className={classes['scroll']}>
      <Block
        as="ul"
        id={id}
        aria-label={label}
        plain
        card
        className={classes['list']}
        style={{ height: count * ROW }}
        onKeyDown={move}
        onFocus={({ target }) => setFocused(indexAt(target))}
        onBlur={() => {
          // Switching to another window keeps the focused row, because the focus returns to it.
          if (document.hasFocus()) setFocused(null);
        }}
      >
        {[...drawn]
          .toSorted((one, other) => one - other)
          .map((index) => {
            const row = rowAt({ pages }, index);
            const key = row === undefined ? `at ${index}` : keyOf(row);
            // Between two page reads a row may move to the next page and appear in both.
            const unique = keys.has(key) ? `${key} at ${index}` : key;
            keys.add(unique);
            return (
              <li
                key={unique}
                className={classes['item']}
                style={{ transform: `translateY(${index * ROW}px)` }}
                aria-posinset={index + 1}
                aria-setsize={list.complete ? count : -1}
              >
                {row !== undefined && (
                  <Row
                    as="a"
                    gap="2"
                    align="center"
                    lit
                    className={classes['row']}
                    href={hrefOf(row)}
                    data-index={index}
                    tabIndex={index === tabStop ? 0 : -1}
                    aria-current={index === openIndex ? 'true' : undefined}
                  >
                    {children(row)}
                  </Row>
                )}
              </li>
            );
          })}
      </Block>
      <Text as="div" size="small" quiet className={classes['foot']}>
        {foot}
      </Text>
    </div>
  );
}

const indexAt = (target: EventTarget): number | null =>
  target instanceof HTMLElement && target.dataset['index'] !== undefined
    ? Number(target.dataset['index'])
    : null;

const linkAt = (list: HTMLElement | null, index: number): HTMLElement | null =>
  list?.querySelector<HTMLElement>(`a[data-index="${index}"]`) ?? null;

/** The index of the first matching row; -1 where it has not been read. */
function indexOf<Row>(pages: ReadonlyMap<number, readonly Row[]>, fits: (row: Row) => boolean): number {
  for (const [page, rows] of pages) {
    const at = rows.findIndex(fits);
    if (at >= 0) return page * PAGE + at;
  }
  return -1;
}

/** The texts of a row: name, details, and at the right its place or state. */
export function RowWords({
  main,
  small,
  aside,
}: {
  readonly main: ReactNode;
  readonly small?: ReactNode;
  readonly aside?: ReactNode;
}) {
  return (
    <>
      <Stack as="span" grow narrow>
        <Text line="body" weight="strong" truncate>
          {main}
        </Text>
        {small !== undefined && small !== null && (
          <Text size="small" quiet truncate>
            {small}
          </Text>
        )}
      </Stack>
      {aside !== undefined && (
        <Text size="small" quiet fixed className={classes['aside']}>
          {aside}
        </Text>
      )}
    </>
  );
}

/** A car in a list: plate, brand and model, VIN where there is room. */
export const CarListRow = memo(function CarListRow({ car }: { readonly car: DirectoryCar }) {
  const title = carTitle(car);
  const small = [
    ...(car.name !== title && car.name !== car.licensePlate ? [car.name] : []),
    ...(car.vin === null ? [] : [car.vin]),
  ];
  return (
    <Grid as="span" grow narrow gap="2" align="center" className={classes['car']}>
      <Plate plate={car.licensePlate} name={car.name} />
      <Stack as="span" narrow>
        <Text line="body" weight="strong" truncate>
          {title}
        </Text>
        {small.length > 0 && (
          <Text size="small" weight="regular" quiet truncate>
            {small.join(' · ')}
          </Text>
        )}
      </Stack>
    </Grid>
  );
});
