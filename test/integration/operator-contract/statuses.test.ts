import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  mayBeNotOffered,
  type OperatorError,
  type OperatorErrorCode,
} from '../../../electron/operator/operator-error.ts';
import type { OperatorRequest } from '../../../electron/operator/request.ts';
import { operatorApi } from '../../openapi/operator-api.ts';
import { assumedOperations, routes } from '../../operator/routes.ts';
import { errorOf, valueOf } from '../operator/fixture.ts';
import { documented, statusesOf } from './documented.ts';
import { type ContractOperation, operations } from './operations.ts';
import { type Stage, startStage } from './stage.ts';
import { lacks, type World, worlds } from './worlds.ts';

/** The codes of refusing statuses, written down a second time. */
const codes: Readonly<Record<number, OperatorErrorCode>> = {
  400: 'invalid',
  401: 'unauthorised',
  404: 'not-found',
  409: 'conflict',
  415: 'content-type',
  500: 'server-error',
};

test('every operation of the simulator is here, and every line of the spec with its statuses', () => {
  const ours = operations.map(({ operation }) => operation);
  expect(ours.toSorted()).toEqual(
    routes
      .map(({ operation }) => operation)
      .filter((name) => name !== 'POST /oauth2/token')
      .toSorted(),
  );
  expect([...documented.keys()].filter((name) => !ours.includes(name))).toEqual([]);
  const shown = ours.filter((name) => !assumedOperations.includes(name));
  expect(shown.filter((name) => !documented.has(name))).toEqual(['PUT /groups/{groupId}/products']);
  // A line that could not be read would be tested with fewer statuses than it has.
  for (const { name, statuses } of operatorApi.operations.filter(({ assumed }) => !assumed)) {
    const refusals = statuses.map(Number).filter((status) => status >= 400);
    expect([name, documented.get(name)?.refusals ?? []]).toEqual([name, refusals]);
  }
  expect([...documented.values()].filter(({ refusals }) => !refusals.includes(500))).toEqual([]);
  const unknown = ours
    .flatMap((name) => statusesOf(name).refusals)
    .filter((status) => codes[status] === undefined);
  expect(unknown).toEqual([]);
});

describe.each(worlds)('$name', (world) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await startStage(world);
  });
  afterAll(() => stage.end());

  const offered = operations.filter(({ operation }) => inProfile(world, operation));

  test.each(offered.filter(({ operation }) => !lacks(world, operation)))(
    '$operation takes effect once, and is refused with every documented status',
    async (operation) => {
      const request = built(stage, operation.good);
      const { journal, violations } = stage.operator;
      const before = journal.executions({ operation: operation.operation });
      valueOf(await stage.client.call(request));
      const { success, refusals } = statusesOf(operation.operation);
      expect(journal.entries.at(-1)).toMatchObject({ operation: operation.operation, status: success });
      const took = journal.executions({ operation: operation.operation }) - before;
      expect(took).toBe(request.effect === 'write' ? 1 : 0);
      for (const status of refusals) {
        const error = await refusal(stage, operation, status);
        expect([status, error]).toMatchObject([
          status,
          { code: codes[status], sent: 'answered', status, endpoint: request.endpoint },
        ]);
        expect(error.operatorMessage).not.toBeNull();
      }
      expect(violations.all).toEqual([]);
    },
  );

  test.each(offered.filter(({ operation }) => lacks(world, operation)))(
    '$operation is said not to be offered',
    async (operation) => {
      const request = built(stage, operation.good);
      const error = errorOf(await stage.client.call(request));
      expect(error).toMatchObject({ sent: 'answered', endpoint: request.endpoint });
      expect([mayBeNotOffered(error), request.assumed]).toEqual([true, true]);
      expect(stage.operator.journal.executions({ operation: operation.operation })).toBe(0);
      expect(stage.operator.violations.all).toEqual([]);
    },
  );
});

/** Pairings are asked for only where the profile says that they are there. */
function inProfile({ assumptions }: World, operation: string): boolean {
  return !operation.endsWith('/pairings') || assumptions.pairings === true;
}

function built({ make, client }: Stage, build: ContractOperation['good']): OperatorRequest<unknown> {
  const request = build(make, client.assumptions);
  if (request === null) throw new Error('not built');
  return request;
}

/** By the operator itself where its state can bring it about, else by something in between. */
async function refusal(stage: Stage, operation: ContractOperation, status: number): Promise<OperatorError> {
  const { operator, client } = stage;
  const byState = operation.refused[status];
  const request = built(stage, byState ?? operation.good);
  if (byState === undefined) {
    // A 401 is answered by asking for another token: it counts when the second one is refused as well.
    const count = status === 401 ? 2 : 1;
    const effect = { kind: 'status', status, body: JSON.stringify('Refused.') } as const;
    operator.faults.add({ method: request.method, path: request.path, count, effect });
  }
  const error = errorOf(await client.call(request));
  const unused = operator.faults.all.filter(({ hits, count }) => hits !== count);
  operator.faults.clear();
  if (unused.length > 0) throw new Error(`faults that hit nothing: ${JSON.stringify(unused)}`);
  return error;
}
