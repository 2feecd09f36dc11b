import type { JobId, Environment, CustomerId } from '../../shared/ids.ts';
import { instant, type Clock, MINUTE } from '../../shared/time.ts';
import type { AttachmentDigest } from '../../shared/relay/attachments.ts';
import type { SharedNote } from '../../shared/relay/log.ts';
import { canonicalBoxMark } from '../../shared/relay/signing.ts';
import type { Sqlite } from '../db/open.ts';
import {
  readLogFeed,
  hasMountingPhoto,
  namesMountingPhoto,
  newestMountings,
  readMountingPhoto,
  type FeedType,
  type MountingRow,
} from '../db/tables/directory/mountings.ts';
import type { DirectoryWrite, WritesDirectory } from '../directory/writes.ts';
import type { RelayClient } from '../relay/client.ts';
import { markIn, unfitBoxIn } from './box-lookup.ts';
import { readMounting } from './mountings.ts';

/** The mountings of the customer's other laptops in an open profile. */
export interface SharedMountings {
  /** The local copies of their reports. */
  readonly copies: Sqlite;
  /** True when a relay provides the mountings of other laptops. */
  readonly shared: boolean;
  /** Reads new entries now, and whenever the relay becomes reachable again. */
  readonly startReading: () => void;
  readonly relayIsBack: () => void;
  /** A photo as a data URL; null when it is not available. */
  readonly photo: (digest: AttachmentDigest) => Promise<string | null>;
  /**
   * Called before a removal of personal data deletes copies: an answer that the relay has not given yet is not stored,
   * because it may hold what is removed. Pages of notes are requested again.
   */
  readonly dropAnswers: () => void;
  /** Notes that were taken from an answer and are not committed yet. */
  readonly onTheWay: () => readonly MountingRow[];
  readonly stop: () => Promise<void>;
}

/** Without a relay (`client` null) only this laptop's mountings are known. No request is made before `startReading`. */
export function createSharedMountings({
  client,
  ...parts
}: Omit<Parameters<typeof createSharedMountingsReader>[0], 'client'> & {
  readonly client: Pick<RelayClient, 'sharedNotes' | 'attachment'> | null;
}): SharedMountings {
  const mountings = client === null ? null : createSharedMountingsReader({ ...parts, client });
  let kept = false;
  return {
    copies: parts.database.sqlite,
    shared: mountings !== null,
    startReading: () => {
      kept = true;
      mountings?.refresh();
    },
    relayIsBack: () => {
      if (kept) mountings?.refresh();
    },
    photo: async (digest) => (await mountings?.photo(digest)) ?? null,
    dropAnswers: () => mountings?.dropAnswers(),
    onTheWay: () => mountings?.onTheWay() ?? [],
    stop: async () => {
      await mountings?.stop();
    },
  };
}

/** Minimum interval between reads: mountings of the last minutes are not urgent. */
const REFETCH_AFTER_MS = 10 * MINUTE;
/** Photos to prefetch, so that they are available offline. */
const PHOTOS_AT_HAND = 40;

/**
 * The mountings and the marked or defective Boxes of other laptops, read from the relay's shared notes and cached
 * here. The notes name no person.
 */
interface SharedMountingsReader {
  /** Reads new notes in the background. Never fails, because mountings are optional. */
  readonly refresh: () => void;
  /** A photo of another laptop as a data URL, cached or fetched now; null when it is not available. */
  readonly photo: (digest: AttachmentDigest) => Promise<string | null>;
  readonly dropAnswers: () => void;
  readonly onTheWay: () => readonly MountingRow[];
  /** Aborts running requests. */
  readonly stop: () => Promise<void>;
}

/** The rows that a note becomes. */
type Taken = Partial<Pick<DirectoryWrite & { readonly write: 'notes' }, 'mountings' | 'conditions'>>;

/** Reads into an open directory.db. All copies can be read again at any time. */
function createSharedMountingsReader(parts: {
  readonly database: WritesDirectory & { readonly sqlite: Sqlite };
  readonly client: Pick<RelayClient, 'sharedNotes' | 'attachment'>;
  readonly environment: Environment;
  readonly customerId: CustomerId;
  readonly clock: Clock;
  /** Reads the keys of the customer's laptops; called where a mark came, whose key may be new. */
  readonly refreshKeys: (signal: AbortSignal) => Promise<unknown>;
  /** Tests whether the note of a job, by the relay's pseudonym, was removed on request. */
  readonly isRemoved: (job: JobId) => boolean;
  readonly report: (cause: unknown) => void;
}): SharedMountingsReader {
  const { database, client, environment, customerId, clock } = parts;
  const stopping = new AbortController();
  const owner = { environment, customerId, signal: stopping.signal };
  let running: Promise<void> | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  /** Number of calls of `dropAnswers`. */
  let dropped = 0;
  let writing: MountingRow[] = [];

  /**
   * Reads the relay's notes of one type after the newest known entry, or from the beginning if the relay was set back.
   * False: the read is incomplete.
   */
  const readEntries = async (type: FeedType, taken: (note: SharedNote) => Taken): Promise<boolean> => {
    let readUpTo: number | null = null;
    let asked = dropped;
    for (;;) {
      if (asked !== dropped) {
        // The removal may have set the place back: a further page would leave the earlier notes out.
        asked = dropped;
        readUpTo = null;
      }
      const place = readLogFeed(database.sqlite, type);
      const after: number = readUpTo ?? Math.max(0, (place?.sequence ?? 0) - 1);
      const page = await client.sharedNotes({ ...owner, type, after });
      if (!page.ok || stopping.signal.aborted) return false;
      if (asked !== dropped) continue;
      const [first] = page.value.notes;
      const begun = readUpTo === null && place !== null && place.sequence > 0;
      if (begun && (first?.sequence !== place.sequence || first.id !== place.entry_id)) {
        await database.ask({ write: 'notes', mountings: [], conditions: [], type, place: null });
        continue;
      }
      const last = page.value.notes.at(-1);
      const all = page.value.notes.map(taken);
      const sequence = last?.sequence ?? place?.sequence ?? 0;
      // A page without notes may still not be the last one: entries that are not shared are filtered out.
      const isLast = page.value.upToDate || page.value.cursor <= after;
      writing = all.flatMap((one) => one.mountings ?? []);
      try {
        await database.ask({
          write: 'notes',
          mountings: writing,
          conditions: all.flatMap((one) => one.conditions ?? []),
          type,
          place: {
            sequence,
            entry_id: last?.id ?? place?.entry_id ?? null,
            read_at: isLast ? clock.now() : (place?.read_at ?? null),
          },
        });
      } finally {
        writing = [];
      }
      if (isLast && asked === dropped) return true;
      readUpTo = page.value.cursor;
    }
  };

  const fetchPhoto = async (digest: AttachmentDigest): Promise<boolean> => {
    const asked = dropped;
    const answer = await client.attachment({ ...owner, sha256: digest });
    if (!answer.ok || stopping.signal.aborted || asked !== dropped) return false;
    const { bytes, mediaType } = answer.value;
    const row = { sha256: digest, media_type: mediaType, fetched_at: clock.now() };
    await database.ask({ write: 'mounting-photo', row, bytes });
    return true;
  };
  const conditionOf =
    (boxIn: typeof markIn) =>
    ({ jobId: job_id, at, data }: SharedNote): Taken => {
      const box = boxIn(data);
      if (box === null) return {};
      const { serialKey, condition, vouched } = box;
      const { key = null, signature = null, markedAt = null } = vouched ?? {};
      const row = {
        serial_key: serialKey,
        job_id,
        condition,
        // A time ahead of this clock would outlive every mark that is made here.
        at: instant.parse(Math.min(markedAt ?? at, clock.now())),
        signed_text:
          markedAt === null
            ? null
            : canonicalBoxMark({ environment, customerId, serialKey, condition, markedAt }),
        key,
        signature,
      };
      return { conditions: [row] };
    };
  const readAll = async (): Promise<void> => {
    const mountingsRead = await readEntries('box-mounted', ({ jobId: job_id, sequence, at: said, data }) => {
      const mounting = readMounting(data);
      if (mounting === null || parts.isRemoved(job_id)) return {};
      // As for a mark of a Box. It must also be a time that a date can hold.
      const at = Math.max(0, Math.min(said, clock.now()));
      return { mountings: [{ job_id, sequence, at, worker: '', about: mounting.about, data }] };
    });
    const removalsRead = await readEntries('box-leaves', conditionOf(unfitBoxIn));
    let marked = false;
    const marksRead = await readEntries('box-marked', (note) => {
      marked = true;
      return conditionOf(markIn)(note);
    });
    if (marked) await parts.refreshKeys(stopping.signal);
    if (!mountingsRead || !removalsRead || !marksRead) return;
    readAt = clock.now();
    const digests = newestMountings(database.sqlite, PHOTOS_AT_HAND).flatMap(
      ({ data }) => readMounting(data)?.photos.slice(0, 1) ?? [],
    );
    for (const digest of digests) {
      if (!hasMountingPhoto(database.sqlite, digest) && !(await fetchPhoto(digest))) return;
    }
  };

  return {
    refresh: () => {
      if (running !== null || clock.now() - readAt < REFETCH_AFTER_MS) return;
      running = readAll()
        .catch(parts.report)
        .finally(() => {
          running = null;
        });
    },
    photo: async (digest) => {
      // Only photos that a log names are fetched, so that the window cannot make the main process fetch anything else.
      const missing = !hasMountingPhoto(database.sqlite, digest);
      if (missing && namesMountingPhoto(database.sqlite, digest)) await fetchPhoto(digest);
      const row = readMountingPhoto(database.sqlite, digest);
      return row === undefined ? null : `data:${row.media_type};base64,${row.bytes.toString('base64')}`;
    },
    dropAnswers: () => {
      dropped += 1;
    },
    onTheWay: () => writing,
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
