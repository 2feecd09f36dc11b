import { logEntryId } from '../../../shared/ids.ts';
import type { LogEntry } from '../../../shared/relay/log.ts';
import { blanked, redactionText, REDACTION, type RedactedField } from '../../../shared/relay/removals.ts';
import { withHash } from './made-up-chain.ts';

/** The hash of what an entry now says. */
export const hashOfRest = (left: LogEntry): string => withHash(left).hash;

/** The log after words of these entries were removed: they are blank, and a further entry says so. */
export function redacted(
  entries: readonly LogEntry[],
  targets: readonly { readonly number: number; readonly fields: readonly RedactedField[] }[],
  n = 1,
): readonly LogEntry[] {
  const left = new Map(
    targets.map(({ number, fields }) => {
      const entry = entries[number - 1];
      if (entry === undefined) throw new Error(`no entry ${number}`);
      return [number, { fields, left: blanked(entry, fields) }] as const;
    }),
  );
  const before = entries.at(-1);
  if (before === undefined) throw new Error('an empty log');
  const text = redactionText(
    [...left].map(([number, { fields, left: rest }]) => ({
      number,
      hash: rest.hash,
      rest: hashOfRest(rest),
      fields,
    })),
  );
  const said = withHash({
    number: before.number + 1,
    id: logEntryId.parse(`00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`),
    at: before.at + 1,
    clockOffsetMs: null,
    worker: 'Kim',
    jobId: null,
    type: REDACTION,
    data: JSON.stringify({
      count: left.size,
      entries: text,
      reason: 'left the company',
      request: 'the-person',
    }),
    previousHash: before.hash,
  });
  return [...entries.map((entry) => left.get(entry.number)?.left ?? entry), said];
}
