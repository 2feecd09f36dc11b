import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test, vi } from 'vitest';
import type { Result } from '../../../shared/result.ts';
import type { OperatorClient } from '../../../electron/operator/client.ts';
import type { OperatorError } from '../../../electron/operator/operator-error.ts';
import type { OperatorRequest } from '../../../electron/operator/request.ts';
import { countQueue } from '../../../electron/db/tables/queue/queue-lines.ts';
import { defaultPolicy } from '../../../electron/operations/queue/parts.ts';
import { longFrom } from '../../runner/long.ts';
import { startBench } from './fixture.ts';
import { orderMembership } from './orders.ts';

/** Twenty thousand commits: where the machine keeps files in memory, its disk is left out of it. */
const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** Answers every write at once, in this process: what is left is what the queue itself costs. */
function promptClient(client: OperatorClient, sent: string[]): OperatorClient {
  return {
    ...client,
    call: <Value>(request: OperatorRequest<Value>): Promise<Result<Value, OperatorError>> => {
      sent.push(request.body ?? '');
      const answer = request.parse(204, undefined);
      if (!answer.ok) throw new Error(`${request.endpoint} is no write`);
      return Promise.resolve(answer);
    },
  };
}

test.each([200, 10_000].map((pending, index) => [pending, longFrom(1, index)] as const))(
  '%i pending operations survive a restart and drain to the end in the order they were asked for%s',
  async (pending) => {
    const bench = await startBench({}, place);
    const first = bench.open({ start: false });
    const orders = first.database.write(() =>
      Array.from({ length: pending }, (_, index) => orderMembership(first, index + 1, 301)),
    );
    await first.stop();

    const sent: string[] = [];
    const again = bench.open({
      start: false,
      policy: { ...defaultPolicy, concurrency: 1 },
      client: promptClient(first.parts.client, sent),
    });
    again.engine.start();
    await vi.waitFor(() => expect(countQueue(again.database.sqlite).byState.size).toBe(0), {
      interval: 50,
    });
    expect(sent.map((body) => Number(/\d+/.exec(body)?.[0]))).toEqual(orders.map((_, index) => index + 1));
    expect(again.faults).toEqual([]);
  },
);
