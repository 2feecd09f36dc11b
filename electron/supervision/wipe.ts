import type { ReceivedLogFault } from '../../shared/domain/supervision-overview.ts';
import { receivedLogFault } from '../../shared/domain/supervision-overview.ts';
import { overwriteFreed } from '../db/overwrite.ts';
import type { Database, WriteContext } from '../db/open.ts';
import { allChains, writeChain, readFeed, writeFeed } from '../db/tables/supervision/chains.ts';
import { entriesFrom } from '../db/tables/supervision/entries.ts';
import { deleteWords, rewriteIndex } from '../db/tables/supervision/jobs.ts';
import type { JobIndex } from './job-index/job-index.ts';

/** Some milliseconds' work. */
const PAGES = 64;

/** Overwrites the room that removed words took in the copies, in pieces, also over a restart. */
export interface Wiping {
  /** One piece, once all jobs were projected again; false = there is nothing to do. */
  readonly wipeSome: (database: Database, jobIndex: JobIndex) => boolean;
}

export function createWiping(): Wiping {
  let begun = false;
  return {
    wipeSome: (database, jobIndex) => {
      const { wiping } = readFeed(database.sqlite);
      if (wiping === 0) return false;
      // More words were removed since, or the app was restarted.
      const begins = !begun || wiping !== 2;
      begun = true;
      const more = database.write((context) => {
        if (begins) {
          writeFeed(context, { wiping: 2 });
          deleteWords(context, jobIndex.forgetUnsaid());
          blankFaults(context);
        }
        return rewriteIndex(context, PAGES, begins);
      });
      if (more) return true;
      begun = false;
      database.write((context) => writeFeed(context, { wiping: 0 }));
      overwriteFreed(database);
      return true;
    },
  };
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
