import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import classes from './RowList.module.css';

/**
 * Rows that open what they name. One tab stop; the arrow keys go up and down. The next page is asked for before the end
 * comes into view.
 */
export function RowList<Row>({
  id,
  label,
  rows,
  keyOf,
  hrefOf,
  open,
  foot,
  onMore,
  children,
}: {
  readonly id: string;
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  readonly hrefOf: (row: Row) => string;
  /** Is this the row that is open? */
  readonly open: (row: Row) => boolean;
  /** Beneath the last row. */
  readonly foot?: ReactNode;
  /** The end is near; null = there is no more. */
  readonly onMore: (() => void) | null;
  /** Draws a row. */
  readonly children: (row: Row) => ReactNode;
}) {
  const list = useRef<HTMLUListElement>(null);
  const openIndex = rows.findIndex(open);
  const lastOpen = useRef(openIndex);
  useEffect(() => {
    const before = lastOpen.current;
    lastOpen.current = openIndex;
    // What was open has been closed and took the focus with it: it comes back to the row it came from.
    if (openIndex >= 0 || before < 0 || document.activeElement !== document.body) return;
    list.current?.querySelectorAll<HTMLElement>('a')[before]?.focus();
  }, [openIndex]);
  const tabStop = Math.max(openIndex, 0);
  return (
    <div className={classes['scroll']}>
      <ul ref={list} id={id} aria-label={label} className={classes['list']} onKeyDown={steer}>
        {rows.map((row, index) => (
          <li key={keyOf(row)} className={classes['item']}>
            <a
              className={classes['row']}
              href={hrefOf(row)}
              tabIndex={index === tabStop ? 0 : -1}
              aria-current={index === openIndex ? 'true' : undefined}
            >
              {children(row)}
            </a>
          </li>
        ))}
      </ul>
      {onMore !== null && <Sentinel key={rows.length} onNear={onMore} />}
      {foot !== undefined && <div className={classes['foot']}>{foot}</div>}
    </div>
  );
}

function steer(event: KeyboardEvent<HTMLUListElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a')];
  links[links.findIndex((link) => link === document.activeElement) + step]?.focus();
}

/** Says that the end of the list comes near. Mounted anew with every page, so that it says so again. */
function Sentinel({ onNear }: { readonly onNear: () => void }) {
  const text = useText();
  const mark = useRef<HTMLDivElement>(null);
  const near = useRef(onNear);
  useEffect(() => {
    near.current = onNear;
  }, [onNear]);
  useEffect(() => {
    const element = mark.current;
    if (element === null) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) near.current();
      },
      { root: element.parentElement, rootMargin: '800px' },
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  return (
    <div ref={mark} className={classes['more']} role="status">
      {text('directory.list.more')}
    </div>
  );
}
