import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { createTranslator } from '../../../electron/base/translator.ts';
import { createExportService } from '../../../electron/reports/exports/service.ts';
import { jobsToExport } from '../../../electron/supervision/copies-reader.ts';
import { newestFirst, supervisionFilter } from '../../../shared/domain/supervision.ts';
import { type ExportFormat, installationsExport } from '../../../shared/domain/supervision-export.ts';
import { tempFolder } from '../relay/temp-folder.ts';
import type { DayPlaces } from './day-crew.ts';
import { CUSTOMERS } from './day-plan.ts';
import { openly } from '../supervision-exports/read-exports.ts';

/** A job as it leaves the house, in either form. */
export interface ExportedLine {
  readonly job: string;
  readonly plate: string;
  readonly kind: string;
  readonly fitted: string;
  readonly takenOut: string;
  readonly laptop: string;
  readonly isDone: boolean;
  readonly review: string;
}

async function fileOf({ office }: DayPlaces, customer: number, format: ExportFormat): Promise<string> {
  const { open } = office.of(customer);
  const service = createExportService({
    open: (filter, sort) => jobsToExport(() => open, filter, sort),
    target: () => open.queueParts.target,
    clock: open.jobs.clock,
    translator: createTranslator,
    pdf: { render: () => Promise.reject(new Error('nothing is printed')) },
    onChange: () => undefined,
  });
  const path = join(tempFolder(), 'day');
  const order = { filter: supervisionFilter.parse({}), sort: newestFirst, format, manner: openly };
  if (!(await service.saveTable(path, order))) throw new Error('the export was stopped');
  return readFileSync(path, 'utf8');
}

const REVIEWS = new Map([
  ['Not reviewed', 'none'],
  ['Approved', 'approved'],
]);

/** The rows of the CSV files of both customers. */
export async function csvOfDay(places: DayPlaces): Promise<readonly ExportedLine[]> {
  const files = await Promise.all(CUSTOMERS.map((customer) => fileOf(places, customer, 'csv')));
  const rows = files.flatMap(
    (text) => Papa.parse<Record<string, string>>(text.slice(1), { header: true, skipEmptyLines: true }).data,
  );
  return rows.map((row) => {
    const cell = (name: string) => row[name] ?? '';
    return {
      job: cell('Job'),
      plate: cell('Licence plate'),
      kind: cell('Kind').toLowerCase(),
      fitted: cell('Box fitted') === 'yes' ? cell('Box serial number') : '',
      takenOut: cell('Box taken out, serial number'),
      laptop: cell('Laptop'),
      isDone: cell('Confirmed') === 'yes',
      review: REVIEWS.get(cell('Review')) ?? cell('Review'),
    };
  });
}

/** The jobs of the JSON files of both customers. */
export async function jsonOfDay(places: DayPlaces): Promise<readonly ExportedLine[]> {
  const files = await Promise.all(CUSTOMERS.map((customer) => fileOf(places, customer, 'json')));
  return files
    .flatMap((text) => installationsExport.parse(JSON.parse(text)).jobs)
    .map(({ job, plate, kind, fitted, serial, takenOut, laptop, done, review }) => ({
      job,
      plate: plate ?? '',
      kind,
      fitted: fitted ? (serial ?? '') : '',
      takenOut: takenOut ?? '',
      laptop: laptop ?? '',
      isDone: done,
      review: review.state,
    }));
}
