import type { DevicePublicKey } from '../../../../shared/relay/signing.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/** The publication that this laptop took last, and the highest version that it has seen. */
export interface PublicationRow {
  readonly version: number;
  /** The signed text; null = its words were removed on request, and only a later version is taken. */
  readonly document: string | null;
  /** The key that signed it. */
  readonly key: DevicePublicKey;
  readonly taken_at: Instant;
}

export function readPublication(sqlite: Sqlite): PublicationRow | undefined {
  return sqlite.prepare<[], PublicationRow>('SELECT version, document, key, taken_at FROM publication').get();
}

/** Changes with each version that is taken, and when its words are removed; cheap, where the document is large. */
export function publicationMark(sqlite: Sqlite): string | undefined {
  return sqlite
    .prepare<[], string>("SELECT version || ' ' || (document IS NULL) FROM publication")
    .pluck()
    .get();
}

/** Takes a version; false = one that is as high or higher is here. */
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
