import { type BoardView, boardView, wholeBoard } from '../board-view.ts';

export const builtInViews = ['to-review', 'rework', 'stuck', 'today'] as const;
export type BuiltInView = (typeof builtInViews)[number];

/** The views that everybody has. */
export function builtInView(name: BuiltInView): BoardView {
  switch (name) {
    case 'to-review':
      return boardView.parse({
        filter: {
          states: ['unconfirmed', 'untested', 'unchecked', 'complete'],
          reviews: ['none', 'mended', 'reopened'],
        },
        sort: { column: 'risk', direction: 'descending' },
      });
    case 'rework':
      return boardView.parse({
        filter: { reviews: ['rework'] },
        sort: { column: 'last', direction: 'descending' },
      });
    case 'stuck':
      return boardView.parse({
        filter: { states: ['needs-person'] },
        sort: { column: 'last', direction: 'descending' },
      });
    case 'today':
      return { ...wholeBoard, period: 'today' };
    default:
      return name satisfies never;
  }
}
