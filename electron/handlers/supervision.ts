import type { JobId } from '../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { ReviewId } from '../../shared/relay/reviews.ts';
import type { Topic } from '../../shared/ipc/messages.ts';
import type { Clock } from '../../shared/time.ts';
import { type ExportManner, LARGEST_SHEET, periodOfMonth } from '../../shared/domain/supervision-export.ts';
import { newestFirst, supervisionFilter } from '../../shared/domain/supervision.ts';
import type { StockFilter } from '../../shared/domain/boxes.ts';
import type { ExportedRow, SupervisionJob } from '../../shared/domain/supervision-job.ts';
import type { OpenProfile } from '../session/open-profile.ts';
import { acceptKey, keyChanges, chainStates } from '../supervision/laptop-logs.ts';
import {
  countStock,
  listStock,
  createReader,
  readJob,
  jobToExport,
  othersIn,
  ownerOf,
  jobsToExport,
  logsIn,
  type PhotoSources,
  photosIn,
  stockIn,
  type BoxOfStock,
  fetchPhotos,
} from '../supervision/copies-reader.ts';
import { factsOfJob } from '../supervision/job-page.ts';
import { nowAtOperator } from '../supervision/now-at-operator.ts';
import { beginRework, sendBack } from '../jobs/finish.ts';
import { sendJob } from '../jobs/view.ts';
import {
  putReviewAway,
  readOutgoingReview,
  settleOutgoingReview,
} from '../db/tables/queue/outgoing-reviews.ts';
import { approveMany, writeReview } from '../supervision/reviewing/reviewing.ts';
import { jobReviews, outgoing } from '../supervision/reviewing/job-reviews.ts';
import { createTranslator } from '../base/translator.ts';
import {
  createExportService,
  type ExportService,
  type ExportServiceParts,
} from '../reports/exports/service.ts';
import type { PdfRenderer, SaveDialog } from '../base/ports.ts';
import { viewOf } from '../profiles/profile.ts';
import { photosFor, createShown, createShownJobs } from '../reports/exports/shown.ts';
import { renderJobPaper } from '../reports/exports/job/render-job.ts';
import type { PackSources } from '../reports/exports/pack.ts';
import { stockCsv } from '../reports/exports/table-csv.ts';
import { renderSheet } from '../reports/exports/sheet.ts';
import { createSavedFiles, type SavedFileParts } from '../reports/reports.ts';
import type { Handlers } from './router.ts';

/* The supervisor's view of all laptops, the reviews of their jobs, and the exports. */

/** The `supervision.*` calls. */
export function supervisionCalls(
  current: () => OpenProfile,
): Pick<Handlers, Extract<keyof Handlers, `supervision.${string}`>> {
  const looking = createReader(current);
  const views = () => {
    const { supervision, jobs } = current();
    return { savedViews: supervision.views, worker: jobs.worker() };
  };
  const status = () => looking(() => current().supervision.copies.status());
  return {
    'supervision.installations': ({ filter, sort, offset, limit }) =>
      looking(({ lookUp }) => lookUp.window(filter, sort, offset, limit)),
    'supervision.ids': ({ filter, sort, limit }) => looking(({ lookUp }) => lookUp.ids(filter, sort, limit)),
    'supervision.facets': ({ filter }) => looking(({ lookUp }) => lookUp.facets(filter)),
    'supervision.job': ({ jobId }) => readJob(current, jobId),
    'supervision.nowAtOperator': ({ jobId }) => {
      const { client, jobs } = current();
      const { facts } = looking(({ sqlite }) => factsOfJob(sqlite, jobId));
      return nowAtOperator({ client, clock: jobs.clock }, facts);
    },
    'supervision.photo': ({ digest }) =>
      looking(({ sqlite }) => current().supervision.photos.get(sqlite, digest)),
    'supervision.boxStock': () => looking(({ sqlite }) => ({ lines: countStock(sqlite) })),
    'supervision.stockBoxes': ({ filter, offset, limit }) =>
      looking(({ sqlite }) => listStock(sqlite, filter, { offset, limit })),
    'supervision.chains': () =>
      looking(({ sqlite }) => {
        const queue = current().database.sqlite;
        const owner = ownerOf(current());
        return { chains: chainStates({ sqlite, queue, owner }), keyChanges: keyChanges(queue) };
      }),
    'supervision.acceptKey': ({ key, reason }) => {
      const { database, jobs } = current();
      const { role } = status();
      acceptKey({ database, log: jobs.log, role }, key, reason);
      return { keyChanges: keyChanges(database.sqlite) };
    },
    'supervision.numbers': ({ filter, by }) => looking(({ lookUp }) => lookUp.numbers(filter, by)),
    'supervision.status': status,
    'supervision.stop': async () => {
      await current().supervision.copies.pause();
      return status();
    },
    'supervision.resume': async () => {
      await current().supervision.copies.resume();
      return status();
    },
    'supervision.views': () => {
      const { savedViews, worker } = views();
      return { views: savedViews.list(worker) };
    },
    'supervision.saveView': (view) => {
      const { savedViews, worker } = views();
      return { views: savedViews.save(worker, view) };
    },
    'supervision.removeView': ({ id }) => {
      const { savedViews, worker } = views();
      return { views: savedViews.remove(worker, id) };
    },
  };
}

/** The `reviewing.*` calls. */
export function reviewingCalls(
  current: () => OpenProfile,
): Pick<Handlers, Extract<keyof Handlers, `reviewing.${string}`>> {
  const view = (job: JobId) => sendJob(current(), job);
  const open = (id: ReviewId) => {
    const { database } = current();
    const row = readOutgoingReview(database.sqlite, id);
    if (row === undefined) throw new ProblemError(makeProblem('not-found'));
    return { database, row };
  };
  return {
    'reviewing.ofJob': ({ jobId }) => jobReviews(current().reviewing.parts, jobId),
    'reviewing.review': (given) => {
      const { parts } = current().reviewing;
      writeReview(parts, given);
      return jobReviews(parts, given.jobId);
    },
    'reviewing.approveMany': ({ jobs }) => ({ outcomes: [...approveMany(current().reviewing.parts, jobs)] }),
    'reviewing.outgoing': () => ({ reviews: [...outgoing(current().database.sqlite)] }),
    'reviewing.sendAgain': ({ id }) => {
      const { database, row } = open(id);
      if (row.state !== 'refused') throw new ProblemError(makeProblem('changed-since-shown'));
      database.write((context) => {
        settleOutgoingReview(context, { ...row, state: 'waiting', problem: null });
        context.changed('reviews', `job:${row.job_id}`);
      });
      return {};
    },
    'reviewing.putAway': ({ id }) => {
      const { database, row } = open(id);
      database.write((context) => {
        putReviewAway(context, id, current().jobs.clock.now());
        context.changed('reviews', `job:${row.job_id}`);
      });
      return {};
    },
    'reviewing.beginRework': ({ jobId }) => {
      beginRework(current().jobs, jobId);
      return view(jobId);
    },
    'reviewing.sendBack': ({ jobId, note, review }) => {
      sendBack(current().jobs, jobId, note, review);
      return view(jobId);
    },
  };
}

/** The exports of a supervisor. */
interface Exports {
  readonly calls: ExportCalls;
  /** Stops a running export; awaited before its profile is closed. */
  readonly beforeClosing: () => Promise<void>;
}

/** Creates the `exports.*` calls over the supervisor's copies, with their service, which runs one export at a time. */
export function createExports({
  current,
  publish,
  ...parts
}: Pick<ExportCallParts, 'pdf' | 'saveDialog' | 'savedFiles' | 'clock'> & {
  /** Throws ProblemError `not-connected` while no profile is open. */
  readonly current: () => OpenProfile;
  readonly publish: (topics: ReadonlySet<Topic>) => void;
}): Exports {
  const { pdf, clock } = parts;
  const open: ExportServiceParts['open'] = (filter, sort) => jobsToExport(current, filter, sort);
  const service = createExportService({
    open,
    target: () => current().queueParts.target,
    clock,
    translator: createTranslator,
    pdf,
    onChange: () => publish(new Set(['exports'])),
  });
  return {
    calls: exportCalls({
      ...parts,
      current,
      service,
      open,
      jobs: { read: (id) => readJob(current, id), photosOfOthers: othersIn(current), ...photosIn(current) },
      logs: (chains) => logsIn(current, chains),
      stock: (filter) => stockIn(current, filter),
    }),
    beforeClosing: async () => {
      await service.stop();
      service.clearEnd();
    },
  };
}

type ExportCalls = Pick<Handlers, Extract<keyof Handlers, `exports.${string}`>>;

/** The source of one job of any laptop and its photos. */
interface JobSource extends PhotoSources {
  /** ProblemError `not-found`. */
  readonly read: (id: JobId) => SupervisionJob;
  /** The photos of the other jobs that show one of its pictures, read one job after the other. */
  readonly photosOfOthers: (job: SupervisionJob) => Iterable<ExportedRow['photos']>;
}

/** The dependencies of the calls. */
interface ExportCallParts {
  /** Throws ProblemError `not-connected` while no profile is open. */
  readonly current: () => Pick<OpenProfile, 'profile'>;
  readonly service: ExportService;
  readonly open: ExportServiceParts['open'];
  readonly jobs: JobSource;
  readonly logs: PackSources['logs'];
  /** The Boxes of the stock that match a filter. */
  readonly stock: (filter: StockFilter) => readonly BoxOfStock[];
  readonly pdf: PdfRenderer;
  readonly saveDialog: SaveDialog;
  readonly savedFiles: SavedFileParts;
  readonly clock: Pick<Clock, 'now'>;
}

/** The `exports.*` calls: everything that leaves the app as a file. */
export function exportCalls({
  current,
  service,
  open,
  jobs,
  logs,
  stock,
  pdf,
  saveDialog,
  savedFiles,
  clock,
}: ExportCallParts): ExportCalls {
  const files = createSavedFiles(savedFiles);
  /** Asks for a path, then writes; null = cancelled. */
  const saveAs = async (
    name: { readonly title: string; readonly suggestedName: string; readonly extension: string },
    write: (path: string) => Promise<boolean>,
  ) => {
    const path = await saveDialog.choose(name);
    if (path === null || !(await write(path))) return { path: null };
    files.add(path);
    return { path };
  };

  const sheetOf = (group: string, manner: ExportManner): string => {
    const translate = createTranslator(manner.language);
    const jobs = open(supervisionFilter.parse({ groups: [group] }), newestFirst);
    if (jobs.total === 0) throw new ProblemError(makeProblem('sheet-empty'));
    if (jobs.total > LARGEST_SHEET)
      throw new ProblemError(makeProblem('sheet-too-long', { most: LARGEST_SHEET, count: jobs.total }));
    const shown = createShownJobs(manner, {
      numbered: (number) => translate({ key: 'exports.person', params: { number } }),
      leftOut: `(${translate({ key: 'exports.job.leftOut', params: {} })})`,
    });
    return renderSheet(
      Array.from(jobs.rows, shown),
      { group, profile: viewOf(current().profile) },
      { language: manner.language, printedAt: clock.now(), translate },
    );
  };

  return {
    'exports.state': () => service.state(),
    'exports.saveTable': async (order) => {
      const { address } = current().profile;
      return saveAs(
        {
          title: createTranslator(order.manner.language)({ key: 'exports.saveTable', params: {} }),
          suggestedName: `boxwright-${address.environment}.${order.format}`,
          extension: order.format,
        },
        (path) => service.saveTable(path, order),
      );
    },
    'exports.saveStock': async ({ filter, language }) => {
      const translate = createTranslator(language);
      const boxes = stock(filter);
      return saveAs(
        {
          title: translate({ key: 'exports.saveTable', params: {} }),
          suggestedName: `boxes-${current().profile.address.environment}.csv`,
          extension: 'csv',
        },
        (path) => service.saveLines(path, stockCsv(boxes, translate, language)),
      );
    },
    'exports.saveSheet': async ({ group, manner }) => {
      const html = sheetOf(group, manner);
      const title = createTranslator(manner.language)({ key: 'exports.sheet.title', params: {} });
      return saveAs({ title, suggestedName: `${fileName(group)}.pdf`, extension: 'pdf' }, (path) =>
        service.savePage(path, 'sheet', () => Promise.resolve(html)),
      );
    },
    'exports.savePack': async ({ month, site, manner }) => {
      const profile = viewOf(current().profile);
      const sites = site === null ? [] : [site];
      const filter = supervisionFilter.parse({ ...periodOfMonth(month), sites });
      // Checked before the save dialog opens.
      if (open(filter, newestFirst).total === 0) throw new ProblemError(makeProblem('pack-empty'));
      let missing = 0;
      const { path } = await saveAs(
        {
          title: createTranslator(manner.language)({ key: 'exports.pack.title', params: {} }),
          suggestedName: `${['pack', month, ...sites.map(filePart)].join('-').replace(/-$/, '')}.zip`,
          extension: 'zip',
        },
        async (target) => {
          const page = { extension: 'pdf', render: pdf.render } as const;
          const made = await service.savePack(
            target,
            { month, filter, manner },
            { photos: jobs, logs, page, profile },
          );
          missing = made?.missing ?? 0;
          return made !== null;
        },
      );
      return { path, missing };
    },
    'exports.saveJob': async ({ jobId, manner }) => {
      const profile = viewOf(current().profile);
      const page = jobs.read(jobId);
      // Bound to these copies before the dialog: another customer may be open after it.
      const others = jobs.photosOfOthers(page);
      const title = createTranslator(manner.language)({ key: 'exports.job.title', params: {} });
      return saveAs({ title, suggestedName: jobFileName(page, manner), extension: 'pdf' }, (path) =>
        service.savePage(path, 'job', async (under) => {
          const job = await jobToExport(page, others, under.stop);
          if (job === null) return null;
          const photos = await fetchPhotos(photosFor(job, manner), jobs, under);
          if (photos === null) return null;
          return renderJobPaper(job, { profile, manner, photos, printedAt: clock.now() });
        }),
      );
    },
    'exports.show': async ({ path, how }) => {
      await files.show(path, how);
      return {};
    },
    'exports.stop': async () => {
      await service.stop();
      return {};
    },
  };
}

/** The suggested file name of a group's acceptance sheet. */
const fileName = (group: string): string => `acceptance-${filePart(group)}`.replace(/-$/, '');

const filePart = (said: string): string =>
  said
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);

/** The file name has no more data about the car than the file itself. */
function jobFileName({ row }: SupervisionJob, manner: ExportManner): string {
  const { plate, serial } = createShown(manner, String)(row);
  const day = new Date(row.startedAt).toISOString().slice(0, 10);
  return `${day}-${filePart(plate ?? serial ?? 'job')}.pdf`;
}
