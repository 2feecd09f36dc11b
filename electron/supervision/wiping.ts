import { receivedLogFault, type ReceivedLogFault } from '../../shared/domain/supervision-overview.ts';
import { overwriteFreed } from '../db/file-worker.ts';
import type { Database, Sqlite, WriteContext } from '../db/open.ts';
import { allChains, readFeed, writeChain, writeFeed } from '../db/tables/supervision/chains.ts';
import { entriesFrom } from '../db/tables/supervision/entries.ts';
import { deleteWords, rewriteIndex } from '../db/tables/supervision/jobs.ts';
import type { JobIndex } from './job-index/job-index.ts';
import type { SupervisionWrite, WritesSupervision } from './writes.ts';

/** Overwrites the space of removed words in the copies, piece by piece. The work resumes after a restart. */
interface Wiping {
  /** Overwrites one piece after all jobs were projected again; false = nothing to do. */
  readonly wipeSome: (
    copies: WritesSupervision & { readonly sqlite: Sqlite },
    jobIndex: JobIndex,
  ) => Promise<boolean>;
}

export function createWiping(): Wiping {
  let begun = false;
  return {
    wipeSome: async ({ sqlite, ask }, jobIndex) => {
      const { wiping } = readFeed(sqlite);
      if (wiping === 0) return false;
      // More words were removed since, or the app was restarted.
      const begins = !begun || wiping !== 2;
      begun = true;
      const unmentioned = begins ? [...jobIndex.evictUnmentioned()] : [];
      const { more } = await ask({ write: 'wipe', begins, unmentioned });
      begun = more;
      return true;
    },
  };
}

/** Pages of the search index that are rewritten at once: some milliseconds' work. */
const PAGES = 64;

/** One piece; false = it was the last. */
export function wipePiece(
  database: Database,
  { begins, unmentioned }: Extract<SupervisionWrite, { write: 'wipe' }>,
): boolean {
  const more = database.write((context) => {
    if (begins) {
      writeFeed(context, { wiping: 2 });
      deleteWords(context, unmentioned);
      blankFaults(context);
    }
    return rewriteIndex(context, PAGES, begins);
  });
  if (more) return true;
  database.write((context) => writeFeed(context, { wiping: 0 }));
  overwriteFreed(database);
  return false;
}

/** A fault names the worker of its entry. */
function blankFaults(context: WriteContext): void {
  for (const row of allChains(context.sqlite)) {
    if (row.fault === null) continue;
    const fault = receivedLogFault.parse(JSON.parse(row.fault));
    const [entry] = entriesFrom(context.sqlite, row.ordinal, fault.number, 1);
    if (entry?.number !== fault.number || entry.redacted !== true || entry.worker !== '') continue;
    const blank: ReceivedLogFault = {
      ...fault,
      entry: fault.entry === null ? null : { ...fault.entry, worker: '' },
      other: fault.other === null ? null : { ...fault.other, worker: '' },
    };
    writeChain(context, { ...row, fault: JSON.stringify(blank) });
  }
}
