import { localDay } from '../../shared/domain/planned-work.ts';
import { batchField } from '../../shared/domain/batch.ts';
import type { Sentence } from '../../shared/problem.ts';
import { answerPlannedJob, noteChangesSeen } from '../jobs/planned/claims.ts';
import { beginPlannedJob, takeUpPlannedJob } from '../jobs/planned/begin.ts';
import {
  planOfCar,
  listPlannedJobs,
  planOfJob,
  planFromList,
  planJobs,
  withdrawPlannedJob,
} from '../jobs/planned/plan.ts';
import { sendJob } from '../jobs/view.ts';
import type { OpenProfile } from '../session/open-profile.ts';
import { writeWhole } from '../base/whole-file.ts';
import type { SaveDialog } from '../base/ports.ts';
import { checkRow, readOpenCars, beginPlanned, dropPlanned, listPlanned, planCars } from '../jobs/batch.ts';
import type { Handlers } from './router.ts';

/* Planned work: jobs that the office planned, and cars from a list. */

/** The `planning.*` calls. */
export function planningCalls(
  current: () => OpenProfile,
): Pick<Handlers, Extract<keyof Handlers, `planning.${string}`>> {
  const sqlite = () => current().database.sqlite;
  const hasRelay = () => current().claimPlannedJob !== null;
  return {
    'planning.list': ({ from, until }) => ({ plannedJobs: [...listPlannedJobs(sqlite(), from, until)] }),
    'planning.ofJob': ({ jobId }) => ({ plannedJob: planOfJob(sqlite(), jobId) }),
    'planning.begin': async ({ id, series }) => {
      const open = current();
      return sendJob(open, await beginPlannedJob(open, id, series));
    },
    'planning.ofCar': ({ car, kind }) => ({
      plannedJob: planOfCar(sqlite(), car, kind, localDay(current().jobs.clock.now())),
    }),
    'planning.takeUp': async ({ id, jobId }) => {
      const open = current();
      return sendJob(open, await takeUpPlannedJob(open, id, jobId));
    },
    'planning.answer': ({ id, act, reason }) => {
      answerPlannedJob(current().jobs, id, act, reason);
      return {};
    },
    'planning.noteChanges': ({ id }) => {
      noteChangesSeen(current().jobs, id);
      return {};
    },
    'planning.save': ({ plans }) => ({ ids: [...planJobs(current().jobs, hasRelay(), plans)] }),
    'planning.fromList': (asked) => ({ planned: planFromList(current().jobs, hasRelay(), asked) }),
    'planning.withdraw': (asked) => {
      withdrawPlannedJob(current().jobs, hasRelay(), asked);
      return {};
    },
  };
}

/** The dependencies of the `batch.*` calls. */
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
