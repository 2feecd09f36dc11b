import { type Clock, MINUTE, type Instant } from '../../shared/time.ts';
import type { Sqlite } from '../db/open.ts';
import { countPictures, isKeyPicture, missingPictureUrls, readPicture } from '../db/tables/directory/keys.ts';
import type { FetchPicture } from './picture-fetch.ts';
import type { WritesDirectory } from './writes.ts';

const AT_ONCE = 2;
/** Hosts that fail in a row before the run stops; the next run retries. */
const UNREACHABLE_IN_A_ROW = 3;
const RETRY_AFTER = 5 * MINUTE;

/** Key pictures: stored copies, fetched when they are missing. */
export interface KeyPictures {
  /** The picture as a data URL, from the copy or fetched now; null when it cannot be had, or no key shows it. */
  readonly get: (url: string) => Promise<string | null>;
  /** Fetches the pictures of the catalogue that are not stored. Never fails: pictures are optional. */
  readonly fetchMissing: (options: {
    readonly signal: AbortSignal;
    readonly onFetched: () => void;
  }) => Promise<void>;
  /** Counts of the catalogue's pictures: stored, and not stored. */
  readonly counts: () => { readonly kept: number; readonly missing: number };
}

/** Key pictures over an open directory.db. */
export function createKeyPictures({
  database,
  clock,
  fetchPicture,
}: {
  readonly database: WritesDirectory & { readonly sqlite: Sqlite };
  readonly clock: Clock;
  readonly fetchPicture: FetchPicture;
}): KeyPictures {
  const notBefore = new Map<string, Instant>();
  const inFlight = new Map<string, Promise<'stored' | 'refused' | 'unreachable'>>();

  const fetchOne = async (url: string, signal?: AbortSignal) => {
    const fetched = await fetchPicture(url, signal);
    if (fetched.kind !== 'picture') {
      if (signal?.aborted !== true) {
        // A refused picture (wrong type, too large) will be refused again: no retry in this session.
        notBefore.set(url, fetched.kind === 'refused' ? Infinity : clock.now() + RETRY_AFTER);
      }
      return fetched.kind;
    }
    const { contentType, bytes } = fetched;
    await database.ask({ write: 'picture', url, contentType, bytes, at: clock.now() });
    return 'stored';
  };
  const mayTry = (url: string): boolean => (notBefore.get(url) ?? 0) <= clock.now();
  const sharedFetch = (url: string) => {
    const running = inFlight.get(url) ?? fetchOne(url).finally(() => inFlight.delete(url));
    inFlight.set(url, running);
    return running;
  };

  return {
    get: async (url) => {
      const stored = storedPicture(database.sqlite, url);
      // Only addresses the catalogue names: the window cannot make the main process call others.
      if (stored !== null || !isKeyPicture(database.sqlite, url) || !mayTry(url)) return stored;
      await sharedFetch(url);
      return storedPicture(database.sqlite, url);
    },
    counts: () => ({
      kept: countPictures(database.sqlite),
      missing: missingPictureUrls(database.sqlite).length,
    }),
    fetchMissing: async ({ signal, onFetched }) => {
      await database.ask({ write: 'drop-unused-pictures' });
      const missing = missingPictureUrls(database.sqlite).filter(mayTry).values();
      let unreachable = 0;
      const lane = async (): Promise<void> => {
        for (const url of missing) {
          if (signal.aborted || unreachable >= UNREACHABLE_IN_A_ROW) return;
          const outcome = await fetchOne(url, signal);
          unreachable = outcome === 'unreachable' ? unreachable + 1 : 0;
          if (outcome === 'stored') onFetched();
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, lane));
    },
  };
}

/** A stored picture as a data URL; null when it is not stored. */
export function storedPicture(sqlite: Sqlite, url: string): string | null {
  const row = readPicture(sqlite, url);
  return row === undefined ? null : `data:${row.content_type};base64,${row.bytes.toString('base64')}`;
}
