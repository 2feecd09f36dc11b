import type { Sqlite, WriteContext } from '../../open.ts';

/** The job index's numbers of neighbouring jobs: see electron/supervision/job-index/parts.ts. */
export interface IndexPartRow {
  readonly part: number;
  readonly numbers: Uint8Array;
}

/** All of them, in their order. */
export function allIndexParts(sqlite: Sqlite): readonly IndexPartRow[] {
  return sqlite.prepare<[], IndexPartRow>('SELECT part, numbers FROM board_part ORDER BY part').all();
}

/** Undefined where no job of it was ever written. */
export function readIndexPart(sqlite: Sqlite, part: number): Uint8Array | undefined {
  return sqlite
    .prepare<[number], Uint8Array>('SELECT numbers FROM board_part WHERE part = ?')
    .pluck()
    .get(part);
}

export function writeIndexPart({ sqlite }: WriteContext, { part, numbers }: IndexPartRow): void {
  sqlite
    .prepare<[number, Uint8Array]>('INSERT OR REPLACE INTO board_part (part, numbers) VALUES (?, ?)')
    .run(part, numbers);
}
