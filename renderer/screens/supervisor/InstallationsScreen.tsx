import { useMemo } from 'react';
import { viewOfText } from './board-view.ts';
import type { BoardPart } from '../../navigation/route.ts';
import { neverReached } from '../../../shared/never.ts';
import { BoardFrame } from './BoardFrame.tsx';
import { LogsPart } from './LogsPart.tsx';
import { NumbersPart } from './numbers/NumbersPart.tsx';
import { InstructionsPart } from './instructions/InstructionsPart.tsx';
import { StockPart } from './stock/StockPart.tsx';
import { PlanPart } from './plan/PlanPart.tsx';
import { TablePart } from './table/TablePart.tsx';

/** The supervisor's screen: the table of all jobs, their numbers, the laptops' logs. */
export function InstallationsScreen({
  part,
  view: viewText,
}: {
  readonly part: BoardPart;
  /** The text of the view in the URL. */
  readonly view: string;
}) {
  const view = useMemo(() => viewOfText(viewText), [viewText]);
  const shown = () => {
    switch (part) {
      case 'table':
        return <TablePart view={view} />;
      case 'plan':
        return <PlanPart />;
      case 'instructions':
        return <InstructionsPart />;
      case 'boxes':
        return <StockPart />;
      case 'numbers':
        return <NumbersPart view={view} />;
      case 'logs':
        return <LogsPart />;
      default:
        return neverReached(part);
    }
  };
  return (
    <BoardFrame part={part} view={view}>
      {shown()}
    </BoardFrame>
  );
}
