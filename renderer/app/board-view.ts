import { z } from 'zod';
import { newestFirst, supervisionFilter, supervisionSort } from '../../shared/domain/supervision.ts';

/** What a supervisor looks at, and in which order; stands in the address, so that Back leads to it. */
export const boardView = z.object({
  filter: supervisionFilter.prefault({}),
  sort: supervisionSort.default(newestFirst),
});
export type BoardView = z.infer<typeof boardView>;

/** Every job, the newest first. */
export const wholeBoard: BoardView = boardView.parse({});

const standard = new Map<string, string>(
  Object.entries(wholeBoard.filter).map(([name, value]) => [name, JSON.stringify(value)]),
);

/** The view in as few letters as it takes; '' = the whole board. The same view has always the same text. */
export function textOfView({ filter, sort }: BoardView): string {
  const narrowed = Object.entries(filter).filter(
    ([name, value]) => JSON.stringify(value) !== standard.get(name),
  );
  const ordered = sort.column !== newestFirst.column || sort.direction !== newestFirst.direction;
  if (narrowed.length === 0 && !ordered) return '';
  return JSON.stringify({
    ...(narrowed.length === 0 ? {} : { filter: Object.fromEntries(narrowed) }),
    ...(ordered ? { sort } : {}),
  });
}

/** Reads a view's text; anything that is none is the whole board. */
export function viewOfText(text: string): BoardView {
  try {
    const read = boardView.safeParse(JSON.parse(text));
    return read.success ? read.data : wholeBoard;
  } catch {
    return wholeBoard;
  }
}
