import type { AttachmentDigest } from '../../../shared/relay/attachments.ts';
import { type Clock, MINUTE } from '../../../shared/time.ts';
import type { Environment } from '../../../shared/environment.ts';
import type { CustomerId } from '../../../shared/ids.ts';
import type { SharedNote } from '../../../shared/relay/shared-notes.ts';
import type { Sqlite, Database, WriteContext } from '../../db/open.ts';
import type { RelayClient } from '../../relay/client.ts';
import {
  hasMountingPhoto,
  insertMountingPhoto,
  namesMountingPhoto,
  newestMountings,
  readMountingPhoto,
  upsertMounting,
  upsertBoxCondition,
  type FeedType,
  readLogFeed,
  writeLogFeed,
} from '../../db/tables/directory/mountings.ts';
import { markIn, unfitBoxIn } from '../box-condition.ts';
import { readMounting } from './memory.ts';

/** The mountings of the customer's other laptops in an open profile. */
export interface SharedMountings {
  /** The local copies of their reports. */
  readonly copies: Sqlite;
  /** True when a relay provides the mountings of other laptops. */
  readonly shared: boolean;
  /** Reads new entries now, and whenever the relay becomes reachable again. */
  readonly keepRead: () => void;
  readonly relayIsBack: () => void;
  /** A photo as a data URL; null when it is not available. */
  readonly photo: (digest: AttachmentDigest) => Promise<string | null>;
  readonly stop: () => Promise<void>;
}

/** Without a relay (`client` null) only this laptop's mountings are known. No request is made before `keepRead`. */
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
    keepRead: () => {
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
 * The mountings and the marked or defective Boxes of other laptops, read from the relay's shared notes and cached here. The notes
 * name no person.
 */
interface SharedMountingsReader {
  /** Reads new notes in the background. Never fails, because mountings are optional. */
  readonly refresh: () => void;
  /** A photo of another laptop as a data URL, cached or fetched now; null when it is not available. */
  readonly photo: (digest: AttachmentDigest) => Promise<string | null>;
  /** Aborts running requests. */
  readonly stop: () => Promise<void>;
}

/** Reads into an open directory.db. All copies can be read again at any time. */
function createSharedMountingsReader(parts: {
  readonly database: Database;
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
  const readEntries = async (
    type: FeedType,
    keep: (context: WriteContext, note: SharedNote) => void,
  ): Promise<boolean> => {
    let readUpTo: number | null = null;
    for (;;) {
      const place = readLogFeed(database.sqlite, type);
      const after: number = readUpTo ?? Math.max(0, (place?.sequence ?? 0) - 1);
      const page = await client.sharedNotes({ ...owner, type, after });
      if (!page.ok || stopping.signal.aborted) return false;
      const [first] = page.value.notes;
      const begun = readUpTo === null && place !== null && place.sequence > 0;
      if (begun && (first?.sequence !== place.sequence || first.id !== place.entry_id)) {
        database.write((context) => writeLogFeed(context, type, null));
        continue;
      }
      const last = page.value.notes.at(-1);
      database.write((context) => {
        for (const note of page.value.notes) keep(context, note);
        const read_at = clock.now();
        const sequence = last?.sequence ?? place?.sequence ?? 0;
        writeLogFeed(context, type, { sequence, entry_id: last?.id ?? place?.entry_id ?? null, read_at });
        context.changed('directory');
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
    database.write((context) =>
      insertMountingPhoto(context, { sha256: digest, media_type: mediaType, bytes, fetched_at: clock.now() }),
    );
    return true;
  };
  const keepCondition =
    (boxIn: typeof markIn) =>
    (context: WriteContext, { jobId: job_id, at, data }: SharedNote): void => {
      const box = boxIn(data);
      if (box === null) return;
      upsertBoxCondition(context, { serial_key: box.serialKey, job_id, condition: box.condition, at });
    };
  const readAll = async (): Promise<void> => {
    const mountingsRead = await readEntries(
      'box-mounted',
      (context, { jobId: job_id, sequence, at, data }) => {
        const mounting = readMounting(data);
        if (mounting === null) return;
        upsertMounting(context, { job_id, sequence, at, worker: '', about: mounting.about, data });
      },
    );
    const removalsRead = await readEntries('box-leaves', keepCondition(unfitBoxIn));
    const marksRead = await readEntries('box-marked', keepCondition(markIn));
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
