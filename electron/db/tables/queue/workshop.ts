import type { DevicePublicKey } from '../../../../shared/relay/signing.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { InstructionId } from '../../../../shared/ids.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/* Documents that administrators send to the laptops: the publication and the fitting instructions. */

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

/** A fitting instruction in its newest version, including this laptop's own edits. */
export interface InstructionRow {
  readonly id: InstructionId;
  /** JSON of an Instruction. */
  readonly body: string;
}

export function readInstruction(sqlite: Sqlite, id: InstructionId): InstructionRow | undefined {
  return sqlite.prepare<[InstructionId], InstructionRow>('SELECT * FROM instruction WHERE id = ?').get(id);
}

export function allInstructions(sqlite: Sqlite): readonly InstructionRow[] {
  return sqlite.prepare<[], InstructionRow>('SELECT * FROM instruction ORDER BY id').all();
}

/** The bodies of instructions, and of versions in transit, that contain a text. */
export function instructionBodiesWith(sqlite: Sqlite, text: string): readonly string[] {
  return sqlite
    .prepare<[string, string], string>(
      `SELECT body FROM instruction WHERE instr(body, ?) > 0
       UNION ALL SELECT body FROM instruction_outbox WHERE instr(body, ?) > 0`,
    )
    .pluck()
    .all(text, text);
}

export function putInstruction({ sqlite }: WriteContext, row: InstructionRow): void {
  sqlite
    .prepare<InstructionRow>(
      'INSERT INTO instruction (id, body) VALUES (@id, @body) ON CONFLICT (id) DO UPDATE SET body = excluded.body',
    )
    .run(row);
}

export function dropInstruction({ sqlite }: WriteContext, id: InstructionId): boolean {
  return sqlite.prepare<[InstructionId]>('DELETE FROM instruction WHERE id = ?').run(id).changes > 0;
}

/** A version in transit to the relay. `problem`: JSON of the relay's refusal. */
export interface InstructionOutboxRow {
  readonly place: number;
  readonly instruction: InstructionId;
  /** JSON of a NewInstruction, without a signature. */
  readonly body: string;
  readonly problem: string | null;
}

export function insertInstructionOutbox(
  { sqlite }: WriteContext,
  row: Pick<InstructionOutboxRow, 'instruction' | 'body'>,
): void {
  sqlite
    .prepare<typeof row>('INSERT INTO instruction_outbox (instruction, body) VALUES (@instruction, @body)')
    .run(row);
}

/** The next row to send, in the order of writing. */
export function nextInstructionOutbox(sqlite: Sqlite): InstructionOutboxRow | undefined {
  return sqlite
    .prepare<[], InstructionOutboxRow>(
      'SELECT * FROM instruction_outbox WHERE problem IS NULL ORDER BY place LIMIT 1',
    )
    .get();
}

/** All rows that the relay has not accepted. */
export function instructionOutbox(sqlite: Sqlite): readonly InstructionOutboxRow[] {
  return sqlite.prepare<[], InstructionOutboxRow>('SELECT * FROM instruction_outbox ORDER BY place').all();
}

export function dropInstructionOutbox({ sqlite }: WriteContext, place: number): void {
  sqlite.prepare<[number]>('DELETE FROM instruction_outbox WHERE place = ?').run(place);
}

/** Deletes refused rows of an instruction; called at a person's next decision about it. */
export function dropRefusedInstructionOutbox({ sqlite }: WriteContext, id: InstructionId): void {
  sqlite
    .prepare<[InstructionId]>('DELETE FROM instruction_outbox WHERE instruction = ? AND problem IS NOT NULL')
    .run(id);
}

/** Records the relay's refusal. Later versions of the same instruction were based on it, so they are not sent either. */
export function writeInstructionProblem(
  { sqlite }: WriteContext,
  { place, instruction }: Pick<InstructionOutboxRow, 'place' | 'instruction'>,
  problem: string,
): void {
  sqlite
    .prepare<[string, InstructionId, number]>(
      'UPDATE instruction_outbox SET problem = ? WHERE instruction = ? AND place >= ?',
    )
    .run(problem, instruction, place);
}
