import { batchField } from '../../shared/domain/batch.ts';
import type { Sentence } from '../../shared/problem.ts';
import { writeWhole } from '../base/whole-file.ts';
import type { Handlers } from './router.ts';
import { sendJob } from '../jobs/sent-job.ts';
import type { OpenProfile } from '../session/open-profile.ts';
import type { SaveDialog } from '../base/ports.ts';
import { checkRow, readOpenCars } from '../jobs/batch/check.ts';
import { beginPlanned, dropPlanned, listPlanned, planCars } from '../jobs/batch/plan.ts';

/** The dependencies of the calls. */
export interface BatchCallParts {
  readonly current: () => OpenProfile;
  readonly saveDialog: SaveDialog;
  /** Translates into the person's language. */
  readonly translate: (sentence: Sentence) => string;
}

/** The UTF-8 byte order mark. Spreadsheets need it to detect the encoding. */
const BYTE_ORDER_MARK = '\ufeff';

/** The `batch.*` calls. */
export function batchCalls({
  current,
  saveDialog,
  translate,
}: BatchCallParts): Pick<Handlers, Extract<keyof Handlers, `batch.${string}`>> {
  const parts = () => {
    const { jobs, directory } = current();
    return { ...jobs, directory };
  };
  return {
    'batch.check': ({ rows }) => {
      const { database, directory } = current();
      const open = readOpenCars(database.sqlite);
      return { verdicts: rows.map((row) => checkRow({ sqlite: database.sqlite, directory }, open, row)) };
    },
    'batch.plan': ({ file, rows }) => planCars(parts(), file, rows),
    'batch.planned': ({ text, limit, offset }) => listPlanned(current().database.sqlite, text, limit, offset),
    'batch.begin': ({ id }) => {
      const job = beginPlanned(parts(), id);
      return sendJob(current(), job);
    },
    'batch.drop': ({ ids }) => {
      dropPlanned(current().jobs, ids);
      return {};
    },
    'batch.template': async () => {
      const word = (key: string) => translate({ key, params: {} });
      const path = await saveDialog.choose({
        title: word('batch.template'),
        suggestedName: 'boxwright-cars.csv',
        extension: 'csv',
      });
      if (path === null) return { path };
      const headings = batchField.options.map((field) => word(`batch.field.${field}`)).join(';');
      await writeWhole(path, [`${BYTE_ORDER_MARK}${headings}\r\n`]);
      return { path };
    },
  };
}
