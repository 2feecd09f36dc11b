import type { InstructionId } from '../../../../shared/ids.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

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
