import type { Topic } from '../../shared/ipc/pushed.ts';
import { createTranslator } from '../base/translator.ts';
import { type ExportCallParts, type ExportCalls, exportCalls } from '../handlers/exports.ts';
import type { OpenProfile } from '../session/open-profile.ts';
import { createExportService } from '../reports/exports/service.ts';

/** The exports of a supervisor. */
export interface Exports {
  readonly calls: ExportCalls;
  /** Settles when nothing is under way any more: before its profile is closed. */
  readonly stop: () => Promise<void>;
}

export function createExports({
  publish,
  ...parts
}: Omit<ExportCallParts, 'service' | 'current'> & {
  /** Throws ProblemError `not-connected` while no profile is open. */
  readonly current: () => OpenProfile;
  readonly publish: (topics: ReadonlySet<Topic>) => void;
}): Exports {
  const { current, open, pdf, clock } = parts;
  const service = createExportService({
    open,
    target: () => current().queueParts.target,
    clock,
    translator: createTranslator,
    pdf,
    onChange: () => publish(new Set(['exports'])),
  });
  return { calls: exportCalls({ ...parts, service }), stop: service.stop };
}
