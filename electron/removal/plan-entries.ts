import { MOST_SHOWN, type RemovalFindings, type RemovalQuery } from '../../shared/domain/removal.ts';
import type { JobId } from '../../shared/ids.ts';
import { factMark, type ForeignFacts, foreignFacts } from '../../shared/log/entries.ts';
import { attachmentDigest, type AttachmentDigest } from '../../shared/relay/attachments.ts';
import { REDACTION, type RedactedField } from '../../shared/relay/removals.ts';
import type { Sqlite } from '../db/open.ts';
import { logFrom, type LogEntryRow } from '../db/tables/queue/log-entries.ts';
import type { EntryToBlank } from '../log/redact.ts';
import type { Matches } from './matcher.ts';

/** The part of a removal plan that concerns the log. */
export interface EntriesFound {
  readonly entries: readonly EntryToBlank[];
  readonly shown: RemovalFindings['shownEntries'];
  /** Pictures in entries of removed jobs. */
  readonly photos: ReadonlySet<AttachmentDigest>;
  /** Pictures in entries that contain the searched words: signatures of that person. */
  readonly signed: ReadonlySet<AttachmentDigest>;
  readonly redactions: number;
}

/** Scans the whole log in batches; yields the number of the last entry read. */
export function* entriesToBlank(
  sqlite: Sqlite,
  { subject }: RemovalQuery,
  {
    says,
    saysWithin,
    jobs,
  }: { readonly says: Matches; readonly saysWithin: Matches; readonly jobs: ReadonlySet<JobId> },
  atOnce: number,
): Generator<number, EntriesFound> {
  const entries: EntryToBlank[] = [];
  const shown: RemovalFindings['shownEntries'] = [];
  const photos = new Set<AttachmentDigest>();
  const signed = new Set<AttachmentDigest>();
  /** Also contains jobs that are deleted already and remain only in the log. */
  const going = new Set(jobs);
  let redactions = 0;

  const saysValue = (value: unknown): boolean =>
    saysWithin(typeof value === 'string' ? value : JSON.stringify(value));

  const fieldsOf = (row: LogEntryRow, members: ForeignFacts): RedactedField[] => {
    const goes = subject !== 'person' && row.job_id !== null && going.has(row.job_id);
    const fields: RedactedField[] = says(row.worker) ? ['worker'] : [];
    for (const [name, value] of Object.entries(members)) {
      // Empty values and ticked items name no person.
      if (value === '' || value === null || typeof value === 'boolean') continue;
      const mark = factMark(row.type, name, value);
      // Removing a car's job does not remove its worker's name; a removal of that person does.
      const personal = mark.mark === 'personal' && mark.of !== 'worker';
      if ((goes && personal) || (mark.mark !== 'plain' && saysValue(value))) fields.push(`data.${name}`);
    }
    return fields;
  };

  const take = (row: LogEntryRow) => {
    const members = foreignFacts(row.data);
    const said = Object.entries(members).some(
      ([name, value]) => factMark(row.type, name, value).mark !== 'plain' && saysValue(value),
    );
    if (row.type === REDACTION) {
      if (said || says(row.worker)) redactions += 1;
      return;
    }
    if (said && subject === 'car' && row.job_id !== null) going.add(row.job_id);
    const fields = fieldsOf(row, members);
    const digest = attachmentDigest.safeParse(members['digest']).data;
    if (digest !== undefined && row.job_id !== null && going.has(row.job_id)) photos.add(digest);
    if (digest !== undefined && said) signed.add(digest);
    if (fields.length === 0) return;
    entries.push({ number: row.number, fields });
    const { number, at, type } = row;
    if (shown.length < MOST_SHOWN) shown.push({ number, at, type, fields });
  };

  for (let from = 1; ;) {
    const rows = logFrom(sqlite, from, atOnce);
    const last = rows.at(-1);
    if (last === undefined) return { entries, shown, photos, signed, redactions };
    for (const row of rows) take(row);
    from = last.number + 1;
    yield last.number;
  }
}
