import Database from 'better-sqlite3';
import { join } from 'node:path';
import { fuzzCase, type Keys } from './cases.ts';
import type { Books } from './kept.ts';
import { send } from './send.ts';

export type FuzzRun = {
  readonly port: number;
  /** The SQLite store's folder, for the faults. */
  readonly dataDir: string;
  readonly keys: Keys;
  readonly books: Books;
  readonly runs: number;
  /** The number of the first case. */
  readonly from: number;
};

export type FuzzReport = {
  readonly answers: ReadonlyMap<number, number>;
  /** Numbers of cases answered 5xx without a fault, or other than 503 with one; and of whole webhooks not answered once. */
  readonly failures: readonly number[];
  /** Cases answered 503 while the store could not be written. */
  readonly faulted: number;
};

const AT_A_TIME = 24;
/** So many of each thousand are sent while another process locks the store. */
const FAULTED_OF_THOUSAND = 15;

/** Sends the cases; in every thousand the store cannot be written for a while. */
export async function fuzzRelay(run: FuzzRun): Promise<FuzzReport> {
  const answers = new Map<number, number>();
  const failures: number[] = [];
  let faulted = 0;

  const one = async (number: number, fault: boolean): Promise<void> => {
    const { bytes, whole } = fuzzCase(number, run.keys);
    const { statuses } = await send(run.port, bytes);
    if (whole !== null && statuses.length !== 1) failures.push(number);
    for (const status of statuses) {
      if (whole !== null && status === 204) run.books.answered(whole);
      answers.set(status, (answers.get(status) ?? 0) + 1);
      if (status < 500) continue;
      if (fault && status === 503) faulted += 1;
      else failures.push(number);
    }
  };

  const all = async (first: number, count: number, fault: boolean): Promise<void> => {
    let next = first;
    const worker = async (): Promise<void> => {
      while (next < first + count) {
        const number = next;
        next += 1;
        await one(number, fault);
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  };

  for (let done = 0; done < run.runs; done += 1000) {
    const count = Math.min(1000, run.runs - done);
    const faults = Math.min(FAULTED_OF_THOUSAND, count);
    await all(run.from + done, count - faults, false);
    const other = new Database(join(run.dataDir, 'relay.db'));
    other.exec('BEGIN IMMEDIATE');
    await all(run.from + done + count - faults, faults, true);
    other.close();
  }
  return { answers, failures, faulted };
}
