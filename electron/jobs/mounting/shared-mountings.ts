import type { AttachmentDigest } from '../../../shared/relay/attachments.ts';
import { type Clock, MINUTE } from '../../../shared/time.ts';
import type { Environment, CustomerId } from '../../../shared/ids.ts';
import type { SharedNote } from '../../../shared/relay/shared-notes.ts';
import type { Sqlite } from '../../db/open.ts';
import type { DirectoryWrite, WritesDirectory } from '../../directory/writes.ts';
import type { RelayClient } from '../../relay/client.ts';
import {
  hasMountingPhoto,
  namesMountingPhoto,
  newestMountings,
  readMountingPhoto,
  type FeedType,
  readLogFeed,
} from '../../db/tables/directory/mountings.ts';
import { markIn, unfitBoxIn } from '../box-lookup.ts';
import { readMounting } from './memory.ts';

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
  readonly report: (cause: unknown) => void;
}): SharedMountingsReader {
  const { database, client, environment, customerId, clock } = parts;
  const stopping = new AbortController();
  const owner = { environment, customerId, signal: stopping.signal };
  let running: Promise<void> | null = null;
  let readAt = Number.NEGATIVE_INFINITY;

  /**
   * Reads the relay's notes of one type after the newest known entry, or from the beginning if the relay was set back.
   * False: the read is incomplete.
   */
  const readEntries = async (type: FeedType, taken: (note: SharedNote) => Taken): Promise<boolean> => {
    let readUpTo: number | null = null;
    for (;;) {
      const place = readLogFeed(database.sqlite, type);
      const after: number = readUpTo ?? Math.max(0, (place?.sequence ?? 0) - 1);
      const page = await client.sharedNotes({ ...owner, type, after });
      if (!page.ok || stopping.signal.aborted) return false;
      const [first] = page.value.notes;
      const begun = readUpTo === null && place !== null && place.sequence > 0;
      if (begun && (first?.sequence !== place.sequence || first.id !== place.entry_id)) {
        await database.ask({ write: 'notes', mountings: [], conditions: [], type, place: null });
        continue;
      }
      const last = page.value.notes.at(-1);
      const all = page.value.notes.map(taken);
      const sequence = last?.sequence ?? place?.sequence ?? 0;
      await database.ask({
        write: 'notes',
        mountings: all.flatMap((one) => one.mountings ?? []),
        conditions: all.flatMap((one) => one.conditions ?? []),
        type,
        place: { sequence, entry_id: last?.id ?? place?.entry_id ?? null, read_at: clock.now() },
      });
      // A page without notes may still not be the last one: entries that are not shared are filtered out.
      if (page.value.upToDate || page.value.cursor <= after) return true;
      readUpTo = page.value.cursor;
    }
  };

  const fetchPhoto = async (digest: AttachmentDigest): Promise<boolean> => {
    const answer = await client.attachment({ ...owner, sha256: digest });
    if (!answer.ok || stopping.signal.aborted) return false;
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
      return { conditions: [{ serial_key: box.serialKey, job_id, condition: box.condition, at }] };
    };
  const readAll = async (): Promise<void> => {
    const mountingsRead = await readEntries('box-mounted', ({ jobId: job_id, sequence, at, data }) => {
      const mounting = readMounting(data);
      if (mounting === null) return {};
      return { mountings: [{ job_id, sequence, at, worker: '', about: mounting.about, data }] };
    });
    const removalsRead = await readEntries('box-leaves', conditionOf(unfitBoxIn));
    const marksRead = await readEntries('box-marked', conditionOf(markIn));
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
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
