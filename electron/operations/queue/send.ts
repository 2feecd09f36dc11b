import type { OperationRow } from '../../db/tables/queue/operations.ts';
import { checkBeforeSending } from './check-before-sending.ts';
import { claim, mayLeave, type SendParts } from './claim.ts';
import type { ConnectivityReport } from './connectivity.ts';
import { settle } from './settle.ts';
import { settleAnswer } from './settle-answer.ts';

/**
 * Sends one ready operation: pre-send check, claim (counted, synced), request, outcome. Never throws for errors of the
 * operator or the network.
 */
export async function sendOperation(
  parts: SendParts,
  row: OperationRow,
  fence: number,
  signal: AbortSignal,
): Promise<ConnectivityReport> {
  const checked = await checkBeforeSending(parts, row, signal);
  if ('connectivity' in checked) return checked;

  const claimed = await claim(parts, row, fence, checked);
  if (claimed === null) return { connectivity: 'untried' };
  if ('refused' in claimed) {
    settle(parts, row, { outcome: 'blocked', problem: claimed.refused });
    return { connectivity: 'untried' };
  }
  parts.crashPoint?.('after-intent');

  const answer = await claimed.request.send(parts.client, {
    signal,
    mayLeave: () => mayLeave(parts, row, fence),
  });
  parts.crashPoint?.('after-answer');

  await settleAnswer(
    parts,
    { claimed: claimed.row, contextBefore: row.context },
    checked.operation,
    answer,
    signal,
  );
  return answer.ok ? { connectivity: 'open' } : { connectivity: 'failed', error: answer.error };
}
