import type { Clock } from '../../shared/clock.ts';
import type { Topic } from '../../shared/ipc/topics.ts';
import { createTranslator } from '../base/translator.ts';
import type { OpenProfile } from '../session/open-profile.ts';
import type { PdfRenderer, SaveDialog } from '../base/ports.ts';
import { type ExportCalls, exportCalls, type JobSource } from '../handlers/exports.ts';
import { createExportService, type ExportServiceParts } from '../reports/exports/service.ts';

/** The exports of a supervisor. */
export interface Exports {
  readonly calls: ExportCalls;
  /** Settles when nothing is under way any more: before its profile is closed. */
  readonly stop: () => Promise<void>;
}

export function createExports(parts: {
  /** Throws ProblemError `not-connected` while no profile is open. */
  readonly current: () => OpenProfile;
  readonly open: ExportServiceParts['open'];
  readonly jobs: JobSource;
  readonly saveDialog: SaveDialog;
  readonly pdf: PdfRenderer;
  readonly clock: Pick<Clock, 'now'>;
  readonly publish: (topics: ReadonlySet<Topic>) => void;
}): Exports {
  const { current, open, jobs, saveDialog, pdf, clock, publish } = parts;
  const service = createExportService({
    open,
    target: () => current().queueParts.target,
    clock,
    translator: createTranslator,
    pdf,
    onChange: () => publish(new Set(['exports'])),
  });
  return { calls: exportCalls({ current, service, open, jobs, saveDialog, clock }), stop: service.stop };
}
