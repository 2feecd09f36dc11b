import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Sqlite } from '../../db/open.ts';
import { wordsOf } from '../mask-details.ts';

/** Where names, plates and serials stand. */
const FLEET = [
  'SELECT name FROM car',
  'SELECT license_plate FROM car',
  'SELECT vin FROM car',
  'SELECT name FROM user',
  'SELECT email_address FROM user',
  'SELECT name FROM "group"',
  'SELECT serial_number FROM product',
  'SELECT unique_id FROM product',
] as const;
const WORK = [
  'SELECT search_text FROM job_search',
  'SELECT DISTINCT worker FROM log_entry',
  "SELECT json_extract(data, '$.car.name') FROM job",
] as const;

/** Rows between two turns of the event loop: a millisecond's work. */
const ROWS_PER_TURN = 1000;

/** Adds the words of a fleet's copy. */
export const wordsOfFleet = (sqlite: Sqlite, known: Set<string>): Promise<void> =>
  addWords(sqlite, FLEET, known);
/** Adds the words of the work that was done. */
export const wordsOfWork = (sqlite: Sqlite, known: Set<string>): Promise<void> =>
  addWords(sqlite, WORK, known);

async function addWords(sqlite: Sqlite, questions: readonly string[], known: Set<string>): Promise<void> {
  for (const question of questions) {
    try {
      let rows = 0;
      for (const value of sqlite.prepare<[], string | number | null>(question).pluck().iterate()) {
        for (const word of wordsOf(String(value ?? ''))) known.add(word);
        rows += 1;
        if (rows % ROWS_PER_TURN === 0) await nextTurn();
      }
    } catch {
      // A table that is not there, a damaged page: what is not plainly technical is masked all the same.
    }
  }
}
