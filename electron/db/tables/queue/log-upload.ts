import type { LogChainId } from '../../../../shared/relay/log.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/** This file's hash chain, and the number of the newest entry the relay is known to have; 0 = none. */
export interface LogUploadRow {
  readonly chain: LogChainId;
  readonly confirmed: number;
}

/** The one row, made with the file. */
export function readLogUpload(sqlite: Sqlite): LogUploadRow {
  const row = sqlite.prepare<[], LogUploadRow>('SELECT chain, confirmed FROM log_upload').get();
  if (row === undefined) throw new Error('the file does not name its log');
  return row;
}

/** The relay has the entries up to this number; also lower than before, where it was set back. */
export function writeLogConfirmed({ sqlite }: WriteContext, confirmed: number): void {
  sqlite.prepare<[number]>('UPDATE log_upload SET confirmed = ?').run(confirmed);
}
