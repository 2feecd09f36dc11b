import {
  blanked,
  redactionText,
  REDACTION,
  type RedactedField,
  type Redaction,
} from '../../shared/relay/removals.ts';
import type { WriteContext } from '../db/open.ts';
import { blankLogEntry, logFrom } from '../db/tables/queue/log-entries.ts';
import { entryHash, type InstallationLog } from './append.ts';
import { entryOf } from './entry-row.ts';

/** Which words of which entry are to go. */
export interface EntryToBlank {
  readonly number: number;
  readonly fields: readonly RedactedField[];
}

/** The relay takes 16 KiB of data in one entry. */
const LARGEST_LIST = 12_000;

/**
 * Removes words of entries for good, and appends the entries that say so; call it within the transaction of all else that goes.
 * Neither `reason` nor `request` may repeat what is removed: they stay. Throws RangeError for an entry that is not there, and for a
 * redaction, which could not be checked any more.
 */
export function redactEntries(
  context: WriteContext,
  log: InstallationLog,
  entries: readonly EntryToBlank[],
  why: { readonly reason: string; readonly request: string },
): void {
  const redactions = entries.flatMap(({ number, fields }): readonly Redaction[] => {
    const [row] = logFrom(context.sqlite, number, 1);
    if (row?.number !== number || row.type === REDACTION)
      throw new RangeError(`entry ${number} has no words to remove`);
    const left = blanked(entryOf(row), fields);
    // One of which nothing went could not be distinguished from one that was marked by another hand.
    if (left.worker === row.worker && left.data === row.data) return [];
    blankLogEntry(context, left);
    return [{ number, hash: row.hash, rest: entryHash(left), fields }];
  });
  let list: Redaction[] = [];
  const say = () => {
    if (list.length === 0) return;
    log.append(context, {
      job: null,
      type: REDACTION,
      data: { ...why, count: list.length, entries: redactionText(list) },
    });
    list = [];
  };
  for (const one of redactions) {
    if (redactionText([...list, one]).length > LARGEST_LIST) say();
    list.push(one);
  }
  say();
  // It is to be brought to the relay.
  context.changed('status');
}
