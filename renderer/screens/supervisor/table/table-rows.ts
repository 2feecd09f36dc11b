import type { SupervisionRow } from '../../../../shared/domain/supervision.ts';
import { call } from '../../../data/call.ts';
import type { RowPages, RowSource } from '../../../lists/row-pages.ts';
import { supervisionTopics } from '../../../data/supervision.ts';
import type { AskedView } from '../use-asked-view.ts';

/** The facts about the whole table in an answer. */
interface TableFacts {
  /** Number of jobs without the filter. */
  readonly all: number;
}

/** The rows of the table that were read. */
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
