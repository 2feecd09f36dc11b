import { type Clock, SECOND } from '../../shared/time.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { splitBaseAddress } from '../operator/request.ts';
import { clockOffset } from '../operator/clock-offset.ts';
import { operatorError, type OperatorError } from '../operator/operator-error.ts';
import { createTransport, type OpenTransport } from '../operator/transport.ts';

/** A person waits for the line. */
const TIMEOUTS = { connectMs: 10 * SECOND, headersMs: 10 * SECOND, bodyMs: 5 * SECOND };
const MAX_RESPONSE_BYTES = 1024 * 1024;

/**
 * Asks the address once, without any secret. Any HTTP answer counts as reachable, whatever its status or body.
 *
 * @returns laptop clock minus operator clock in milliseconds, good to about a second; null when the answer does not tell.
 */
export async function probeAddress(
  baseUrl: string,
  clock: Clock,
  openTransport: OpenTransport = createTransport,
): Promise<Result<{ readonly clockOffsetMs: number | null }, OperatorError>> {
  const { origin, pathname } = splitBaseAddress(baseUrl);
  const transport = openTransport({
    origin,
    clock,
    timeouts: TIMEOUTS,
    maxResponseBytes: MAX_RESPONSE_BYTES,
    connections: 1,
  });
  try {
    const request = {
      method: 'GET',
      path: pathname === '' ? '/' : pathname,
      headers: {},
      body: null,
    } as const;
    const answer = await transport.exchange(request, undefined);
    if (answer.ok) return ok({ clockOffsetMs: clockOffset(answer.value) });
    // The headers came and the body got lost or was too long: something is there.
    if (answer.error.status !== null) return ok({ clockOffsetMs: null });
    return err(operatorError({ endpoint: 'customers.list', ...answer.error }));
  } finally {
    await transport.close();
  }
}
