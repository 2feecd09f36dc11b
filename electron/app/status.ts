import type { WantedProxyLogin } from '../../shared/domain/profile.ts';
import type { AppStatus, RelayNote } from '../../shared/domain/status.ts';
import type { Instant } from '../../shared/time.ts';
import { isSentBack } from '../../shared/domain/reviewing.ts';
import { isSuspect } from '../db/recovery/orderly-close.ts';
import { lastLogEntry } from '../db/tables/queue/log-entries.ts';
import { readRelayNote, unreadRelayNotes } from '../db/tables/queue/relay-exchange.ts';
import { countQueue } from '../db/tables/queue/queue-lines.ts';
import type { OpenProfile } from '../session/open-profile.ts';
import { viewOf } from '../profiles/profile.ts';
import { listJobs } from '../jobs/view.ts';
import type { StartProfile } from './start-profile.ts';

/** The status bar's read model. `open` null = no profile is open; only the result of the start is shown then. */
export function readStatus(
  open: OpenProfile | null,
  starting: Pick<StartProfile, 'failure' | 'remembered'> | null = null,
  proxyLogin: WantedProxyLogin | null = null,
): Omit<AppStatus, 'access' | 'customers'> {
  if (open === null) {
    return {
      profile: null,
      remembered: starting?.remembered() ?? null,
      startFailure: starting?.failure() ?? null,
      connection: { state: 'untried' },
      proxyLogin,
      relay: { state: 'not-configured' },
      upload: { state: 'off' },
      relayNotes: [],
      sync: { state: 'never' },
      damageFound: false,
      queue: {
        unfinished: 0,
        needPerson: 0,
        needPersonByJob: [],
        onTheirWay: 0,
        waiting: 0,
        awaitingResult: 0,
      },
      clockOffsetMs: null,
      savedAt: null,
    };
  }
  const { sqlite } = open.database;
  const { byState, byGroup, needPersonByJob } = countQueue(sqlite);
  return {
    profile: viewOf(open.profile),
    remembered: null,
    startFailure: null,
    connection: open.engine.connection(),
    proxyLogin,
    relay: open.relayState(),
    upload: open.uploadState(),
    relayNotes: [...unreadRelayNotes(sqlite)],
    sync: open.sync.state(),
    damageFound: isSuspect(open.database.file),
    queue: {
      unfinished: [...byState.values()].reduce((sum, count) => sum + count, 0),
      needPerson: byGroup.get('needs-you') ?? 0,
      needPersonByJob: [...needPersonByJob],
      onTheirWay: byGroup.get('on-their-way') ?? 0,
      waiting: byGroup.get('waiting') ?? 0,
      awaitingResult: byState.get('awaiting-result') ?? 0,
    },
    clockOffsetMs: open.clockOffsetMs(),
    savedAt: lastLogEntry(sqlite)?.at ?? null,
  };
}

/** Marks a note as read; a newer note on the same subject stays. */
export function readNote(
  { database }: OpenProfile,
  note: Pick<RelayNote, 'matter' | 'at'>,
  now: Instant,
): void {
  database.write((context) => {
    readRelayNote(context, { ...note, now });
    context.changed('status');
  });
}

/**
 * True when anything of this profile is unsent, unconfirmed, unfinished, sent back or open; the end-of-shift screen
 * then shows it.
 */
export function hasOpenWork(open: OpenProfile): boolean {
  const { queue, upload } = readStatus(open);
  if (queue.unfinished > 0 || queue.needPerson > 0 || upload.state === 'waiting') return true;
  return listJobs({ ...open.jobs, connection: open.engine.connection }).some(
    (job) => job.finishedAt === null || job.testAccessOpen || isSentBack(job),
  );
}
