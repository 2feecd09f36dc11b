import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Papa from 'papaparse';
import { expect, onTestFinished } from 'vitest';
import { createTranslator } from '../../../electron/base/translator.ts';
import { createChecklists } from '../../../electron/jobs/checklists.ts';
import { createExportService } from '../../../electron/reports/exports/service.ts';
import { exportedJobs } from '../../../electron/supervision/copies-reader.ts';
import type { ChecklistTemplate } from '../../../shared/domain/checklist.ts';
import { type ExportManner, installationsExport } from '../../../shared/domain/supervision-export.ts';
import { newestFirst, supervisionFilter } from '../../../shared/domain/supervision.ts';
import { type Copies, NOW, OWNER } from '../supervision/copies.ts';

/** The manner that leaves nothing out. */
export const openly: ExportManner = { people: 'named', cars: 'full', language: 'en' };

/** Exports of the jobs in the copies, read back from their files; the laptop has the given templates. */
export function exportsOf(copies: () => Copies, templates: readonly ChecklistTemplate[]) {
  const checklists = createChecklists({
    folder: { read: () => ({ templates, faults: [] }) },
    remembered: () => [],
  });
  async function saved(format: 'csv' | 'json', manner: ExportManner = openly): Promise<string> {
    const folder = mkdtempSync(join(tmpdir(), 'boxwright-answers-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    await copies().settle();
    const sources = {
      sqlite: copies().database.sqlite,
      queue: copies().queue.sqlite,
      owner: OWNER,
      checklists,
    };
    const service = createExportService({
      open: (filter, sort) => exportedJobs(sources, copies().lookUp().all(filter, sort)),
      target: () => ({ ...OWNER, baseUrl: 'http://127.0.0.1:9' }),
      clock: { now: () => NOW },
      translator: createTranslator,
      pdf: { render: () => Promise.reject(new Error('nothing is printed')) },
      onChange: () => undefined,
    });
    const path = join(folder, 'out');
    expect(
      await service.saveTable(path, {
        filter: supervisionFilter.parse({}),
        sort: newestFirst,
        format,
        manner,
      }),
    ).toBe(true);
    return readFileSync(path, 'utf8');
  }

  const jobsOf = async (manner?: ExportManner) =>
    installationsExport.parse(JSON.parse(await saved('json', manner))).jobs;
  const linesOf = async (manner?: ExportManner) =>
    Papa.parse<Record<string, string>>((await saved('csv', manner)).slice(1), {
      header: true,
      skipEmptyLines: true,
    }).data;
  return { saved, jobsOf, linesOf };
}
