import { z } from 'zod';
import type { EntryGroup } from '../domain/supervision-job.ts';
import { markOf } from './marks.ts';

/** Where an entry stands for those who read it. */
export interface EntryPlacing {
  /** Its group in a supervisor's timeline. */
  readonly group: EntryGroup;
  /** Is it in the installer's list "This job"? Its sentence: `history.TYPE` in the locales. */
  readonly installer: boolean;
  /** Has it a sentence of its own for supervisors, `supervision.entry.TYPE`? Else they read the installer's. */
  readonly supervisor: boolean;
  /** Did an installer do it? The operator's answers and the reviews do not count as work on the job. */
  readonly work: boolean;
}

/** A type of entry: its facts, each marked, and where it stands. RangeError for a fact without a mark. */
export function defineEntry<const Type extends string, Facts extends z.ZodRawShape>(
  type: Type,
  placing: EntryPlacing,
  facts: Facts,
) {
  for (const schema of Object.values(facts)) markOf(schema);
  return {
    type,
    placing,
    facts,
    /** As it is read: any fact may be missing, because words were removed or another version wrote it. */
    read: z.object({ type: z.literal(type), facts: z.object(facts).partial() }),
  };
}

const placed =
  (group: EntryGroup, work: boolean) =>
  (seen: { readonly installer?: true; readonly supervisor?: true }): EntryPlacing => ({
    group,
    work,
    installer: seen.installer === true,
    supervisor: seen.supervisor === true,
  });

export const byInstaller = (group: EntryGroup) => placed(group, true);
export const byItself = (group: EntryGroup) => placed(group, false);

/** Stands in no job. */
export const OF_NO_JOB: EntryPlacing = { group: 'log', installer: false, supervisor: false, work: false };
