import type { KeyId } from '../../../../shared/ids.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/* The copies of the key catalogue in directory.db: brands, keys, and their pictures. */

/** A stored catalogue combination, under the brand of its request. */
export interface KeyRow {
  readonly brand: string;
  readonly id: KeyId;
  readonly key_form_name: string;
  readonly picture_url: string | null;
  readonly box_name: string | null;
  readonly box_sap_number: string | null;
  readonly outside_scope: 0 | 1;
  /** JSON object of the numeric fields the spec does not name. */
  readonly other_numbers: string;
  readonly resource: string;
}

/** Replaces the brands with the operator's list; keys of a removed brand are deleted too. */
export function replaceBrands({ sqlite }: WriteContext, names: readonly string[]): void {
  const kept = new Set(names);
  const insert = sqlite.prepare<[string]>('INSERT OR IGNORE INTO brand (name) VALUES (?)');
  const remove = sqlite.prepare<[string]>('DELETE FROM brand WHERE name = ?');
  for (const known of brandNames(sqlite)) if (!kept.has(known)) remove.run(known);
  for (const name of kept) insert.run(name);
}

/** Adds one brand that is missing from the list. */
export function addBrand({ sqlite }: WriteContext, name: string): void {
  sqlite.prepare<[string]>('INSERT OR IGNORE INTO brand (name) VALUES (?)').run(name);
}

/** All brands by name. */
export function brandNames(sqlite: Sqlite): readonly string[] {
  return sqlite.prepare<[], string>('SELECT name FROM brand ORDER BY name').pluck().all();
}

/** When the keys of a brand were last read completely; null = never, or no such brand. */
export function readBrandTime(sqlite: Sqlite, brand: string): Instant | null {
  return (
    sqlite
      .prepare<[string], Instant | null>('SELECT keys_synced_at FROM brand WHERE name = ?')
      .pluck()
      .get(brand) ?? null
  );
}

/** Brands whose keys were already read completely in this pass. */
export function brandsRead(sqlite: Sqlite, pass: number): readonly string[] {
  return sqlite.prepare<[number], string>('SELECT name FROM brand WHERE pass = ?').pluck().all(pass);
}

/** Notes that all keys of a brand were read in this pass. */
export function setBrandTime({ sqlite }: WriteContext, brand: string, pass: number, at: Instant): void {
  sqlite
    .prepare<[Instant, number, string]>('UPDATE brand SET keys_synced_at = ?, pass = ? WHERE name = ?')
    .run(at, pass, brand);
}

/** Upserts keys; returns how many had changed at the operator. */
export function upsertKeys({ sqlite }: WriteContext, rows: readonly KeyRow[]): number {
  const upsert = sqlite.prepare<KeyRow>(
    `INSERT INTO key (brand, id, key_form_name, picture_url, box_name, box_sap_number, outside_scope, other_numbers,
         resource)
       VALUES (@brand, @id, @key_form_name, @picture_url, @box_name, @box_sap_number, @outside_scope, @other_numbers,
         @resource)
       ON CONFLICT (brand, id) DO UPDATE SET key_form_name = excluded.key_form_name,
         picture_url = excluded.picture_url, box_name = excluded.box_name, box_sap_number = excluded.box_sap_number,
         outside_scope = excluded.outside_scope, other_numbers = excluded.other_numbers, resource = excluded.resource
       WHERE resource <> excluded.resource`,
  );
  return rows.reduce((changed, row) => changed + upsert.run(row).changes, 0);
}

/** Removes a key that the operator no longer lists for the brand. */
export function deleteKey({ sqlite }: WriteContext, brand: string, id: KeyId): void {
  sqlite.prepare<[string, KeyId]>('DELETE FROM key WHERE brand = ? AND id = ?').run(brand, id);
}

/** The keys of a brand, grouped by key form, variants below. */
export function keysOfBrand(sqlite: Sqlite, brand: string): readonly KeyRow[] {
  return sqlite
    .prepare<[string], KeyRow>('SELECT * FROM key WHERE brand = ? ORDER BY key_form_name, box_name, id')
    .all(brand);
}

/** One key of a brand. */
export function readKey(sqlite: Sqlite, brand: string, id: KeyId): KeyRow | undefined {
  return sqlite
    .prepare<[string, KeyId], KeyRow>('SELECT * FROM key WHERE brand = ? AND id = ?')
    .get(brand, id);
}

/** The ids of a brand's keys. */
export function keyIds(sqlite: Sqlite, brand: string): readonly KeyId[] {
  return sqlite.prepare<[string], KeyId>('SELECT id FROM key WHERE brand = ?').pluck().all(brand);
}

/** A key picture as it was fetched. */
interface PictureRow {
  readonly url: string;
  readonly content_type: string;
  readonly bytes: Buffer;
  readonly fetched_at: Instant;
}

/** Stores a picture in place of the earlier one. */
export function upsertPicture({ sqlite }: WriteContext, row: PictureRow): void {
  sqlite
    .prepare<PictureRow>(
      `INSERT INTO picture (url, content_type, bytes, fetched_at) VALUES (@url, @content_type, @bytes, @fetched_at)
       ON CONFLICT (url) DO UPDATE SET content_type = excluded.content_type, bytes = excluded.bytes,
         fetched_at = excluded.fetched_at`,
    )
    .run(row);
}

/** One picture. */
export function readPicture(sqlite: Sqlite, url: string): PictureRow | undefined {
  return sqlite.prepare<[string], PictureRow>('SELECT * FROM picture WHERE url = ?').get(url);
}

/** Whether some key of the catalogue shows this picture. */
export function isKeyPicture(sqlite: Sqlite, url: string): boolean {
  return (
    sqlite.prepare<[string], number>('SELECT 1 FROM key WHERE picture_url = ? LIMIT 1').pluck().get(url) !==
    undefined
  );
}

/** Addresses of key pictures that are not stored yet. */
export function missingPictureUrls(sqlite: Sqlite): readonly string[] {
  return sqlite
    .prepare<[], string>(
      `SELECT DISTINCT picture_url FROM key WHERE picture_url IS NOT NULL
         AND picture_url NOT IN (SELECT url FROM picture) ORDER BY picture_url`,
    )
    .pluck()
    .all();
}

/** Number of stored pictures. */
export function countPictures(sqlite: Sqlite): number {
  return sqlite.prepare<[], number>('SELECT count(*) FROM picture').pluck().get() ?? 0;
}

/** Drops pictures that no key shows any more. */
export function deleteUnusedPictures({ sqlite }: WriteContext): void {
  sqlite
    .prepare<[]>(
      'DELETE FROM picture WHERE url NOT IN (SELECT picture_url FROM key WHERE picture_url IS NOT NULL)',
    )
    .run();
}
