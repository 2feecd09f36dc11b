import type { SupervisionRow } from '../../../../shared/domain/supervision.ts';
import { call } from '../../../data/call.ts';
import type { RowPages, RowSource } from '../../../lists/row-pages.ts';
import { supervisionTopics } from '../../../data/supervision.ts';
import type { AskedView } from '../use-asked-view.ts';

/** The part of an answer that concerns the whole table. */
interface TableFacts {
  /** All jobs, with or without the filter. */
  readonly all: number;
}

/** The table of jobs as far as it has been read. */
export type TableRows = RowPages<AskedView, SupervisionRow, TableFacts>;

/** Where the rows of the table come from. */
export const tableSource: RowSource<AskedView, SupervisionRow, TableFacts> = {
  topics: supervisionTopics,
  read: async (view, page) => {
    const answer = await call(window.boxwright.supervision.installations, { ...view, ...page });
    if (!answer.ok) return answer;
    const { rows, total, all } = answer.value;
    return { ok: true, value: { rows, total, facts: { all } } };
  },
};
