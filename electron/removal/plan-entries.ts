import { z } from 'zod';
import { MOST_SHOWN, type RemovalFindings, type RemovalSought } from '../../shared/domain/removal.ts';
import type { JobId } from '../../shared/ids.ts';
import { attachmentDigest, type AttachmentDigest } from '../../shared/relay/attachments.ts';
import { REDACTION, redactedField, type RedactedField } from '../../shared/relay/redaction.ts';
import type { Sqlite } from '../db/open.ts';
import { logFrom, type LogEntryRow } from '../db/tables/queue/log-entries.ts';
import type { EntryToBlank } from '../log/redact.ts';
import type { Says } from './sought.ts';

/** What the log has to lose. */
export interface EntriesFound {
  readonly entries: readonly EntryToBlank[];
  readonly shown: RemovalFindings['shownEntries'];
  /** Pictures that entries of jobs that go name. */
  readonly photos: ReadonlySet<AttachmentDigest>;
  /** Pictures of entries that say the person's name: signatures. */
  readonly signed: ReadonlySet<AttachmentDigest>;
  readonly redactions: number;
}

/** What of a job that goes tells of a car or a person, whatever it says. Numbers, serials and marks of steps stay. */
const personal = new Set([
  'plate',
  'vin',
  'name',
  'answer',
  'before',
  'value',
  'note',
  'comment',
  'words',
  'said',
]);
/** In these `reason` is what somebody typed; elsewhere it is a word from a list. */
const reasonsTyped = new Set(['answer-forced', 'box-forced', 'job-taken-over']);

const facts = z.record(z.string(), z.unknown());

/** Reads the whole log, and yields the number it has come to. */
export function* entriesToBlank(
  sqlite: Sqlite,
  { subject }: RemovalSought,
  {
    says,
    saysWithin,
    jobs,
  }: { readonly says: Says; readonly saysWithin: Says; readonly jobs: ReadonlySet<JobId> },
  atOnce: number,
): Generator<number, EntriesFound> {
  const entries: EntryToBlank[] = [];
  const shown: RemovalFindings['shownEntries'] = [];
  const photos = new Set<AttachmentDigest>();
  const signed = new Set<AttachmentDigest>();
  /** Also those of which nothing but the log is left. */
  const going = new Set(jobs);
  let redactions = 0;

  const fieldsOf = (row: LogEntryRow, members: Readonly<Record<string, unknown>>): RedactedField[] => {
    const goes = row.job_id !== null && going.has(row.job_id);
    const fields: RedactedField[] = says(row.worker) ? ['worker'] : [];
    for (const [name, value] of Object.entries(members)) {
      if (typeof value !== 'string' || value === '') continue;
      const typed = personal.has(name) || (name === 'reason' && reasonsTyped.has(row.type));
      const field = redactedField.safeParse(`data.${name}`);
      if (field.success && ((goes && typed && subject !== 'person') || saysWithin(value)))
        fields.push(field.data);
    }
    return fields;
  };

  const take = (row: LogEntryRow) => {
    const members = membersOf(row.data);
    const said = Object.values(members).some((value) => typeof value === 'string' && saysWithin(value));
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

function membersOf(data: string): Readonly<Record<string, unknown>> {
  try {
    return facts.safeParse(JSON.parse(data)).data ?? {};
  } catch {
    return {};
  }
}
