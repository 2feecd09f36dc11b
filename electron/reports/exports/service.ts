import type { Clock } from '../../../shared/time.ts';
import type { ExportManner, ExportState } from '../../../shared/domain/supervision-export.ts';
import type { SupervisionFilter, SupervisionSort } from '../../../shared/domain/supervision.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import type { Translate } from '../../base/translator.ts';
import type { PdfRenderer } from '../../base/ports.ts';
import type { QueueTarget } from '../../operations/queue/parts.ts';
import type { JobsToExport } from '../../supervision/copies-reader.ts';
import { zipped, writeWhole } from '../../base/whole-file.ts';
import { packFiles, type PackMade, type PackOrder, type PackSources } from './pack.ts';
import { type TableForm, tablePieces } from './table.ts';

/** The rows to write. */
export interface TableOrder extends TableForm {
  readonly filter: SupervisionFilter;
  readonly sort: SupervisionSort;
}

/** The printed parts. */
export type PageKind = Extract<NonNullable<ExportState['task']>['what'], 'sheet' | 'job'>;

/** Creates the page as HTML; null = stopped. */
export type MakePage = (under: {
  readonly stop: AbortSignal;
  readonly progress: (done: number, total: number) => void;
}) => Promise<string | null>;

/** Exports data to files, one export at a time. */
export interface ExportService {
  readonly state: () => ExportState;
  /** False = stopped, and there is no file. ProblemError `export-busy`; throws file system errors. */
  readonly saveTable: (path: string, order: TableOrder) => Promise<boolean>;
  /** Writes lazily generated lines. False and ProblemError as `saveTable`. */
  readonly saveLines: (path: string, lines: Iterable<string>) => Promise<boolean>;
  /** Prints a page. False = stopped, and there is no file. ProblemError `export-busy`; throws file system errors. */
  readonly savePage: (path: string, what: PageKind, make: MakePage) => Promise<boolean>;
  /**
   * Writes a monthly pack as one zip. Null = stopped, and there is no file. ProblemErrors as `savePage`, and
   * `pack-empty`.
   */
  readonly savePack: (path: string, order: PackOrder, sources: PackSources) => Promise<PackMade | null>;
  /** Resolves when no export is running. */
  readonly stop: () => Promise<void>;
  /** Clears the result of the last export, because its path may name a customer that is no longer open. */
  readonly clearEnd: () => void;
}

/** The dependencies of the exports. */
export interface ExportServiceParts {
  readonly open: (filter: SupervisionFilter, sort: SupervisionSort) => JobsToExport;
  /** The open profile. */
  readonly target: () => QueueTarget;
  readonly clock: Pick<Clock, 'now'>;
  readonly translator: (language: ExportManner['language']) => Translate;
  readonly pdf: PdfRenderer;
  readonly onChange: () => void;
}

/** Creates the export service. It writes no file before a call. */
export function createExportService(parts: ExportServiceParts): ExportService {
  let task: ExportState['task'] = null;
  let ended: ExportState['ended'] = null;
  let stopping = new AbortController();
  let running: Promise<unknown> = Promise.resolve();

  async function runExclusive(
    what: NonNullable<ExportState['task']>['what'],
    path: string,
    work: (stop: AbortSignal) => Promise<{ readonly missing: number } | null>,
  ): Promise<boolean> {
    if (task !== null) throw new ProblemError(makeProblem('export-busy'));
    stopping = new AbortController();
    task = { what, done: 0, total: null };
    ended = null;
    parts.onChange();
    const doing = work(stopping.signal)
      .then(
        (whole) => {
          if (whole !== null) ended = { how: 'saved', path, ...whole };
          return whole !== null;
        },
        (cause: unknown) => {
          const problem = cause instanceof ProblemError ? cause.problem : makeProblem('unexpected');
          ended = { how: 'failed', problem };
          throw cause;
        },
      )
      .finally(() => {
        task = null;
        parts.onChange();
      });
    running = doing.catch(() => undefined);
    return doing;
  }

  const progress = (done: number, total: number) => {
    if (task === null) return;
    const shown = percent(task);
    task = { ...task, done, total };
    if (percent(task) !== shown) parts.onChange();
  };
  const turnTo = (what: NonNullable<ExportState['task']>['what']) => {
    task = { what, done: 0, total: null };
    parts.onChange();
  };

  return {
    state: () => ({ task, ended }),
    saveTable: (path, order) =>
      runExclusive('table', path, async (stop) => {
        const jobs = parts.open(order.filter, order.sort);
        const pieces = tablePieces(jobs, order, { ...parts, progress, turnTo });
        return (await writeWhole(path, pieces, { stop })) ? whole : null;
      }),
    saveLines: (path, lines) =>
      runExclusive('table', path, async (stop) => ((await writeWhole(path, lines, { stop })) ? whole : null)),
    savePage: (path, what, make) =>
      runExclusive(what, path, async (stop) => {
        const html = await make({ stop, progress });
        if (html === null) return null;
        const bytes = await parts.pdf.render(html);
        if (stop.aborted) return null;
        return (await writeWhole(path, [bytes], { stop })) ? whole : null;
      }),
    savePack: async (path, order, sources) => {
      const made = { jobs: 0, photos: 0, missing: 0 };
      const isWhole = await runExclusive('columns', path, async (stop) => {
        const files = packFiles(order, sources, { ...parts, progress, turnTo, stop, made });
        const written = await writeWhole(path, zipped(files, parts.clock.now()), { stop });
        return written ? { missing: made.missing } : null;
      });
      return isWhole ? made : null;
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
    clearEnd: () => {
      ended = null;
    },
  };
}

/** The result of an export other than a monthly pack: nothing can be missing. */
const whole = { missing: 0 } as const;

const percent = ({ done, total }: NonNullable<ExportState['task']>): number =>
  total === null || total === 0 ? 0 : Math.floor((100 * done) / total);
