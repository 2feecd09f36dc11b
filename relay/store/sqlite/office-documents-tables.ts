import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Instant } from '../../../shared/time.ts';
import { bytesOfFiles } from '../../../shared/relay/attachments.ts';
import type { Instruction, Publication } from '../../../shared/relay/office-documents.ts';
import {
  bytesOnPage,
  inForceRow,
  instructionRow,
  versioned,
  type InstructionKeeping,
  type InstructionQuery,
  type InstructionToKeep,
  type KeptInstruction,
  numbered,
  publicationRow,
  type PublicationKeeping,
  type PublicationToKeep,
} from '../office-documents-store.ts';
import { costOfPlan } from '../log-rows.ts';
import { pageWithin, parsedRows, type PageRead } from '../budgets.ts';
import { attachedFilesTable } from './attachments-table.ts';
import { takingOfDay } from './tokens-table.ts';
import type { FeedKey } from '../results-store.ts';

const CUSTOMER = 'environment = @environment AND customer_id = @customerId';
const whole = z.number();
const headRow = z.number().nullable();

/** Fitting instructions in SQLite. Rules that both stores share are in `office-documents-store.ts`. */
export function instructionsTable(db: Database.Database) {
  const takeOfDay = takingOfDay(db);
  const attached = attachedFilesTable(db);
  const one = db.prepare(`SELECT sequence, id, body FROM instructions WHERE ${CUSTOMER} AND id = @id`);
  const inForce = db.prepare(
    `SELECT count(*) AS count, coalesce(sum(bytes), 0) AS bytes FROM instructions
     WHERE ${CUSTOMER} AND id <> @id AND withdrawn = 0`,
  );
  const next = db.prepare('UPDATE instruction_sequence SET last = last + 1 RETURNING last').pluck();
  const upsert = db.prepare(
    `INSERT INTO instructions (sequence, environment, customer_id, id, changed_at, withdrawn, bytes, body)
     VALUES (@sequence, @environment, @customerId, @id, @at, @withdrawn, @bytes, @body)
     ON CONFLICT (environment, customer_id, id) DO UPDATE SET sequence = excluded.sequence,
       changed_at = excluded.changed_at, withdrawn = excluded.withdrawn, bytes = excluded.bytes, body = excluded.body`,
  );
  const dropFiles = db.prepare(`DELETE FROM instruction_files WHERE ${CUSTOMER} AND id = @id`);
  const addFile = db.prepare(
    `INSERT INTO instruction_files (environment, customer_id, id, sha256)
     VALUES (@environment, @customerId, @id, @sha256)`,
  );
  const head = db.prepare(`SELECT max(sequence) FROM instructions WHERE ${CUSTOMER}`).pluck();
  const page = db.prepare(
    `SELECT sequence, id, body FROM instructions
     WHERE ${CUSTOMER} AND sequence > @after ORDER BY sequence LIMIT @limit + 1`,
  );
  const drop = db.prepare(
    `DELETE FROM instructions WHERE sequence IN
       (SELECT sequence FROM instructions WHERE withdrawn = 1 AND changed_at < ? ORDER BY changed_at LIMIT ?)`,
  );

  const put = (body: KeptInstruction, at: Instant): Instruction => {
    const { environment, customerId, id, content } = body;
    const key = { environment, customerId, id };
    const sequence = whole.parse(next.get());
    const files = content?.files ?? [];
    upsert.run({
      ...key,
      sequence,
      at,
      withdrawn: content === null ? 1 : 0,
      bytes: bytesOfFiles(files),
      body: JSON.stringify(body),
    });
    dropFiles.run(key);
    for (const { sha256 } of files) addFile.run({ ...key, sha256 });
    return { ...body, sequence };
  };

  const keepNow = (given: InstructionToKeep): InstructionKeeping => {
    const { environment, customerId, id } = given;
    const key = { environment, customerId, id };
    const before = instructionRow.nullable().parse(one.get(key) ?? null);
    const after = versioned(before, given, inForceRow.parse(inForce.get(key)));
    if (after.kind === 'repeat' && before !== null) return { kind: 'kept', instruction: before };
    if (after.kind === 'full') return { kind: 'full' };
    if (after.kind !== 'fresh') return { kind: 'stale', current: before };
    if (!attached.hold(given, given.content?.files ?? [], given.receivedAt)) return { kind: 'file-missing' };
    if (!takeOfDay(given, costOfPlan(given))) return { kind: 'over-quota' };
    return { kind: 'kept', instruction: put(after.body, given.receivedAt) };
  };

  const readNow = ({ environment, customerId, limit, ...query }: InstructionQuery): PageRead<Instruction> => {
    const newest = headRow.parse(head.get({ environment, customerId })) ?? 0;
    // A restored store has fewer changes than the reader has seen, so it sends them from the beginning.
    const after = query.after > newest ? 0 : query.after;
    const found = parsedRows(page.iterate({ environment, customerId, after, limit }), instructionRow);
    const read = pageWithin(found, { after, limit }, bytesOnPage, null);
    return { ...read, readUpTo: read.more ? read.readUpTo : newest };
  };

  return {
    keep: (given: InstructionToKeep): InstructionKeeping => db.transaction(() => keepNow(given)).immediate(),
    read: (query: InstructionQuery): PageRead<Instruction> => db.transaction(() => readNow(query)).deferred(),
    deleteWithdrawnBefore: (before: Instant, limit: number): number => drop.run(before, limit).changes,
  };
}

/** Publications in SQLite. The rule of versions is in `office-documents-store.ts`. */
export function publicationsTable(db: Database.Database) {
  const takeOfDay = takingOfDay(db);
  const attached = attachedFilesTable(db);
  const newest = db.prepare(
    `SELECT body FROM publications WHERE environment = @environment AND customer_id = @customerId
     ORDER BY version DESC LIMIT 1`,
  );
  const insert = db.prepare(
    `INSERT INTO publications (environment, customer_id, version, received_at, body)
     VALUES (@environment, @customerId, @version, @receivedAt, @body)`,
  );
  const nameFile = db.prepare(
    `INSERT INTO publication_files (environment, customer_id, sha256, version)
     VALUES (@environment, @customerId, @sha256, @version)
     ON CONFLICT (environment, customer_id, sha256) DO UPDATE SET version = excluded.version`,
  );
  const readNow = ({ environment, customerId }: FeedKey): Publication | null =>
    publicationRow.nullable().parse(newest.get({ environment, customerId }) ?? null);

  const keepNow = (given: PublicationToKeep): PublicationKeeping => {
    const before = readNow(given);
    const after = numbered(before, given);
    if (after.kind === 'repeat' && before !== null) return { kind: 'kept', publication: before };
    if (after.kind !== 'fresh') return { kind: 'stale', newest: before?.version ?? 0 };
    if (!attached.hold(given, given.files, given.receivedAt)) return { kind: 'file-missing' };
    if (!takeOfDay(given, costOfPlan(given))) return { kind: 'over-quota' };
    const { environment, customerId, version, receivedAt } = given;
    insert.run({ environment, customerId, version, receivedAt, body: JSON.stringify(after.body) });
    for (const { sha256 } of given.files) nameFile.run({ environment, customerId, sha256, version });
    return { kind: 'kept', publication: after.body };
  };

  return {
    keep: (given: PublicationToKeep): PublicationKeeping => db.transaction(() => keepNow(given)).immediate(),
    newest: readNow,
  };
}
