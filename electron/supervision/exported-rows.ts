import { type ExportedRow, logStanding } from '../../shared/domain/supervision-job.ts';
import type { SupervisionRow } from '../../shared/domain/supervision.ts';
import { placesOfJob } from '../db/tables/supervision/entries.ts';
import { signedEntries } from './chain-signatures.ts';
import type { ChainSources } from './chains-view.ts';

/** Rows with what their logs are worth, judged as on the page of a job. */
export function* exportedRows(sources: ChainSources, rows: Iterable<SupervisionRow>): Generator<ExportedRow> {
  const isSigned = signedEntries(sources);
  for (const row of rows) {
    const entries = placesOfJob(sources.sqlite, row.jobId).map((place) => ({ signed: isSigned(place) }));
    yield { ...row, log: logStanding(row.logFault, entries) };
  }
}
