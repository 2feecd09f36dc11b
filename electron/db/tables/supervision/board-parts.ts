import type { Sqlite, WriteContext } from '../../open.ts';

/** The board's numbers of neighbouring jobs: see electron/supervision/board/parts.ts. */
export interface BoardPartRow {
  readonly part: number;
  readonly numbers: Uint8Array;
}

/** All of them, in their order. */
export function allBoardParts(sqlite: Sqlite): readonly BoardPartRow[] {
  return sqlite.prepare<[], BoardPartRow>('SELECT part, numbers FROM board_part ORDER BY part').all();
}

/** Undefined where no job of it was ever written. */
export function readBoardPart(sqlite: Sqlite, part: number): Uint8Array | undefined {
  return sqlite
    .prepare<[number], Uint8Array>('SELECT numbers FROM board_part WHERE part = ?')
    .pluck()
    .get(part);
}

export function writeBoardPart({ sqlite }: WriteContext, { part, numbers }: BoardPartRow): void {
  sqlite
    .prepare<[number, Uint8Array]>('INSERT OR REPLACE INTO board_part (part, numbers) VALUES (?, ?)')
    .run(part, numbers);
}
