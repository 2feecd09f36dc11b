import type { DevicePublicKey } from '../../../../shared/relay/signing.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/** The newest publication that this laptop has accepted. */
export interface PublicationRow {
  readonly version: number;
  /** The signed text; null = its words were removed on request, and only a later version is accepted. */
  readonly document: string | null;
  /** The key that signed it. */
  readonly key: DevicePublicKey;
  readonly taken_at: Instant;
}

export function readPublication(sqlite: Sqlite): PublicationRow | undefined {
  return sqlite.prepare<[], PublicationRow>('SELECT version, document, key, taken_at FROM publication').get();
}

/**
 * A short mark that changes with each accepted version and with a removal of its words. The document itself can be
 * large.
 */
export function publicationMark(sqlite: Sqlite): string | undefined {
  return sqlite
    .prepare<[], string>("SELECT version || ' ' || (document IS NULL) FROM publication")
    .pluck()
    .get();
}

/** Stores a version; false = this version or a later one is stored. */
export function putPublication({ sqlite }: WriteContext, row: PublicationRow): boolean {
  const { changes } = sqlite
    .prepare<PublicationRow>(
      `INSERT INTO publication (id, version, document, key, taken_at) VALUES (1, @version, @document, @key, @taken_at)
       ON CONFLICT (id) DO UPDATE SET version = excluded.version, document = excluded.document, key = excluded.key,
         taken_at = excluded.taken_at WHERE excluded.version > publication.version`,
    )
    .run(row);
  return changes > 0;
}

/** The keys of administrators that a person accepted on this laptop. */
export function publisherKeys(sqlite: Sqlite): readonly DevicePublicKey[] {
  return sqlite
    .prepare<[], DevicePublicKey>('SELECT key FROM publisher_key ORDER BY accepted_at, key')
    .pluck()
    .all();
}

export function addPublisherKey({ sqlite }: WriteContext, key: DevicePublicKey, at: Instant): void {
  sqlite
    .prepare<[DevicePublicKey, Instant]>(
      'INSERT INTO publisher_key (key, accepted_at) VALUES (?, ?) ON CONFLICT DO NOTHING',
    )
    .run(key, at);
}
