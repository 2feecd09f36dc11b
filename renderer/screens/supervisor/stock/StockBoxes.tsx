import { IconSearchOff } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { StockEntry, StockFilter } from '../../../../shared/domain/boxes.ts';
import { conditionBadges } from '../../../components/box-badges.ts';
import { EmptyState, RowsSkeleton } from '../../../components/EmptyState.tsx';
import { Block, Grid, Text } from '../../../components/layout.tsx';
import { ProblemNotice } from '../../../components/ProblemNotice.tsx';
import { Serial } from '../../../components/figures.tsx';
import { StateBadge } from '../../../components/StateBadge.tsx';
import { call } from '../../../data/call.ts';
import { supervisionTopics } from '../../../data/supervision.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { type RowSource, rowAt } from '../../../lists/row-pages.ts';
import { type ReadRows, useRowPages, useRowWindow } from '../../../lists/use-rows.ts';
import classes from './Stock.module.css';

/** Row height in pixels, equal to --bw-row of Stock.module.css. */
const ROW = 56;

const source: RowSource<StockFilter, StockEntry, null> = {
  topics: supervisionTopics,
  read: async (filter, page) => {
    const answer = await call(window.boxwright.supervision.stockBoxes, { filter, ...page });
    return answer.ok ? { ok: true, value: { ...answer.value, facts: null } } : answer;
  },
};

const heads = ['serial', 'variant', 'site', 'stateLabel', 'holder', 'since'] as const;

/** The list of the single Boxes that match the filter. */
export function StockBoxes({ filter }: { readonly filter: StockFilter }) {
  const text = useText();
  const pages = useRowPages(source, filter);
  if (pages.problem !== null) return <ProblemNotice problem={pages.problem} onRetry={pages.refetch} />;
  if (pages.count === null) return <RowsSkeleton rows={6} height={ROW} />;
  if (pages.count === 0) {
    return (
      <EmptyState icon={IconSearchOff} title={text('boxes.stock.nothingFound')}>
        {text('boxes.stock.nothingFoundSays')}
      </EmptyState>
    );
  }
  // Another filter remounts the table, so that it starts at the first row.
  return <BoxTable key={JSON.stringify(pages.answers)} pages={pages} count={pages.count} />;
}

/** Only visible rows are rendered and read. */
function BoxTable({
  pages,
  count,
}: {
  readonly pages: ReadRows<StockFilter, StockEntry, null>;
  readonly count: number;
}) {
  const text = useText();
  const scroll = useRef<HTMLDivElement>(null);
  const { want, answers } = pages;
  const { first, last } = useRowWindow(scroll, { height: ROW, count, answers });
  useEffect(() => {
    if (last >= first) want(first, last);
  }, [want, first, last]);
  const rows = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return (
    <Block
      ref={scroll}
      card
      className={classes['boxes']}
      role="table"
      tabIndex={0}
      aria-label={text('boxes.stock.list')}
      aria-rowcount={count + 1}
    >
      <Grid
        as="div"
        role="row"
        aria-rowindex={1}
        weight="strong"
        quiet
        gap="2"
        align="center"
        size="small"
        line="inherit"
        className={classes['boxHead']}
      >
        {heads.map((head) => (
          <span key={head} role="columnheader">
            {text(`boxes.stock.${head}`)}
          </span>
        ))}
      </Grid>
      <div role="rowgroup" className={classes['boxRows']} style={{ height: count * ROW }}>
        {rows.map((index) => (
          <BoxRow key={index} index={index} box={rowAt(pages, index) ?? null} />
        ))}
      </div>
    </Block>
  );
}

/** One Box; empty while its page is read. */
function BoxRow({ index, box }: { readonly index: number; readonly box: StockEntry | null }) {
  const text = useText();
  const format = useFormat();
  return (
    <Grid
      role="row"
      aria-rowindex={index + 2}
      gap="2"
      align="center"
      className={classes['boxRow']}
      style={{ top: index * ROW }}
    >
      {box !== null && (
        <>
          <span role="cell">
            <Serial serial={box.serial} />
          </span>
          <Text role="cell" mono={box.sapNumber !== null} breaks>
            {box.sapNumber ?? text('boxes.stock.unknown')}
          </Text>
          <Text role="cell" breaks>
            {box.site ?? text('boxes.stock.unknown')}
          </Text>
          <span role="cell">
            <State box={box} />
          </span>
          <Text role="cell" size="small" breaks>
            {[box.worker, box.laptop ?? ''].filter((name) => name !== '').join(' · ')}
          </Text>
          <Text role="cell" size="small" quiet>
            {format.dateTime(box.at)}
          </Text>
        </>
      )}
    </Grid>
  );
}

/** The state as in the counts. A Box in a car or returned also shows its condition if it is out of use. */
function State({ box: { state, condition } }: { readonly box: StockEntry }) {
  const text = useText();
  const { tone, icon, word } = conditionBadges[condition];
  if (condition === 'good') return text(`boxes.stock.state.${state}`);
  return (
    <>
      {state !== condition && `${text(`boxes.stock.state.${state}`)} `}
      <StateBadge tone={tone} icon={icon}>
        {text(word)}
      </StateBadge>
    </>
  );
}
