import type { Clock, Instant } from '../../shared/time.ts';
import type { OperatorClient } from '../operator/client.ts';
import { createGuardedClient } from '../operator/customer-guard.ts';
import { createHeardOffset, type HeardOffset } from '../operator/clock-offset.ts';
import type { OperatorError } from '../operator/operator-error.ts';
import type { OpenTransport } from '../operator/transport.ts';
import type { Profile } from '../profiles/profile.ts';
import { createOperatorTime } from '../operations/queue/retention.ts';

/** The operator as an open profile reaches it, and what its answers tell by the way. */
export interface OpenOperator {
  readonly client: OperatorClient;
  readonly offset: HeardOffset;
  /** The time by which age is judged; null while it is not known for sure. */
  readonly judge: () => Instant | null;
  /** Sets the listener for the end of each call (null = it got through). There is none before. */
  readonly tellOutcomes: (listener: (error: OperatorError | null) => void) => void;
}

/** Makes the client of a profile's login and customer. Nothing is sent before it is called. */
export function openOperator({
  profile: { address, credentials, customer, assumptions },
  clock,
  random,
  openTransport,
  onClockMoved,
}: {
  readonly profile: Profile;
  readonly clock: Clock;
  readonly random: () => number;
  readonly openTransport: OpenTransport;
  /** How far the laptop's clock is off has changed. */
  readonly onClockMoved: () => void;
}): OpenOperator {
  const time = createOperatorTime(clock);
  const offset = createHeardOffset(time.heard, onClockMoved);
  let heard: (error: OperatorError | null) => void = () => undefined;
  const client = createGuardedClient({
    baseUrl: address.baseUrl,
    apiKeyHeader: address.apiKeyHeader,
    credentials,
    customerId: customer.id,
    ...(assumptions === undefined ? {} : { assumptions }),
    clock,
    random,
    openTransport,
    onAnswer: ({ clockOffsetMs }) => offset.heard(clockOffsetMs),
    onOutcome: (error) => heard(error),
  });
  return {
    client,
    offset,
    judge: time.judge,
    tellOutcomes: (listener) => {
      heard = listener;
    },
  };
}
