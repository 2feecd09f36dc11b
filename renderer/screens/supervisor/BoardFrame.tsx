import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { NavigationRail } from '../../navigation/NavigationRail.tsx';
import { type BoardView, textOfView } from './board-view.ts';
import { type BoardPart, boardParts, navigate } from '../../navigation/route.ts';
import type { KeyHelp } from '../../components/KeyHint.tsx';
import { ScreenColumns } from '../../components/PageLayout.tsx';
import { useText } from '../../i18n/use-text.ts';
import { useMay } from '../../data/status.ts';
import { useSupervisionStatus } from '../../data/supervision.ts';
import { KeysButton } from './KeysButton.tsx';
import { SourceLine, SourceUnread } from './SourceLine.tsx';
import { ViewList } from './views/ViewList.tsx';
import classes from './Board.module.css';

/** The frame of the supervisor's parts: navigation and views, where the jobs come from, the three parts. */
export function BoardFrame({
  part,
  view,
  children,
}: {
  readonly part: BoardPart;
  readonly view: BoardView;
  readonly children: ReactNode;
}) {
  const text = useText();
  const status = useSupervisionStatus();
  const may = useMay();
  const keys: readonly KeyHelp[] = [
    ['/', text('installations.key.search')],
    ['↑ ↓', text('installations.key.move')],
    ['Home+End', text('installations.key.ends')],
    ['enter', text('installations.key.open')],
    ['Space', text('installations.key.select')],
    ['Shift+↑ ↓', text('installations.key.selectOn')],
    ['mod+A', text('installations.key.selectAll')],
    ['escape', text('installations.key.selectNone')],
    [text('letter.approve'), text('installations.key.approve')],
  ];
  return (
    <ScreenColumns
      rail={
        <>
          <NavigationRail />
          <ViewList part={part} view={view} />
        </>
      }
    >
      <main className={classes['middle']}>
        <div className={classes['head']}>
          <h1 tabIndex={-1}>{text('installations.title')}</h1>
          <SegmentedControl
            aria-label={text('installations.parts')}
            value={part}
            onChange={(value) => {
              const chosen = boardParts.find((one) => one === value);
              if (chosen !== undefined)
                navigate({ screen: 'installations', part: chosen, view: textOfView(view) });
            }}
            data={boardParts
              .filter((value) => value !== 'plan' || may('planning.save', false))
              .map((value) => ({ value, label: text(`installations.part.${value}`) }))}
          />
          {part === 'table' && <KeysButton keys={keys} />}
          <div className={classes['source']}>
            {status.problem !== null ? (
              <SourceUnread problem={status.problem} onAgain={status.refetch} />
            ) : (
              status.value !== null && <SourceLine status={status.value} />
            )}
          </div>
        </div>
        {children}
      </main>
    </ScreenColumns>
  );
}
