import { accessKey, restoreAccesses } from '../../../electron/jobs/leaving/accesses.ts';
import { chooseLeavingBox, readLosses, takeOut } from '../../../electron/jobs/leaving/take-out.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { installBox } from '../../../electron/jobs/steps/box.ts';
import { chooseCar } from '../../../electron/jobs/steps/car.ts';
import { createOperatorClient, type OperatorClient } from '../../../electron/operator/client.ts';
import { onTestFinished } from 'vitest';
import { assignmentId, type OperationId, userId } from '../../../shared/ids.ts';
import { HOUR } from '../../../shared/time.ts';
import { type JobBench, known, openJobs } from './bench.ts';

const now = Date.UTC(2026, 10, 21, 8);

/** Two accesses of the known car. */
export const accesses = [
  { id: 501, user: 9001, start: now - HOUR },
  { id: 502, user: 9002, start: now + HOUR },
].map(({ id, user, start }) => ({
  id: assignmentId.parse(id),
  userId: userId.parse(user),
  start,
  end: null,
  lifetime: 7200,
  renewableAfter: 3600,
}));

/** A client whose every call fails to connect. */
export function unreachableOperator({ parts }: Pick<JobBench, 'parts'>): OperatorClient {
  const client = createOperatorClient({
    baseUrl: 'http://127.0.0.1:1/v3',
    apiKeyHeader: 'service-API-Key',
    credentials: { apiKey: 'key', username: 'name', password: 'word' },
    customerId: parts.target.customerId,
    clock: parts.clock,
    random: () => 0,
  });
  onTestFinished(() => client.close());
  return client;
}

/** A removal or swap that was decided, without a connection. */
export async function decided(kind: 'removal' | 'swap', bench: JobBench = openJobs()) {
  const client = unreachableOperator(bench);
  bench.directory.recordCarAccesses(known.car, accesses);
  const job = startJob(bench.parts, kind);
  chooseCar(bench.parts, job, known.car);
  chooseLeavingBox(bench.parts, job, { serialNumber: known.box });
  await readLosses({ ...bench.parts, client, directory: bench.directory }, job);
  if (kind === 'swap') installBox(bench.parts, job, known.otherBox);
  const view = bench.viewAny(job);
  if (view.kind === 'installation') throw new Error('an installation');
  takeOut(bench.parts, job, { code: 'defective', text: '' }, view.removal.losses?.readAt ?? 0);
  const [uninstall, install] = bench.operations(job).map(({ id }) => id);
  if (uninstall === undefined) throw new Error('a removal was asked for');
  return {
    bench,
    job,
    uninstall,
    install,
    /** The removal is sent, with what it found, and done. */
    leave: (id: OperationId) => {
      bench.database.write(({ sqlite }) =>
        sqlite
          .prepare<[string, string]>('UPDATE operation SET context = ? WHERE id = ?')
          .run(JSON.stringify({ assignments: accesses }), id),
      );
      bench.isDone(id, 1);
    },
  };
}

/** A swap of two exchanged Boxes, for which the first access of the car was ordered again; its order is not sent. */
export async function restoring() {
  const { bench, job, uninstall, install, leave } = await decided('swap');
  if (install === undefined) throw new Error('a Box was asked for');
  leave(uninstall);
  bench.isDone(install, 270_001);
  const [access] = accesses;
  if (access === undefined) throw new Error('the car had accesses');
  restoreAccesses(bench.parts, job, [accessKey(access)]);
  const restored = bench.operations(job).findLast(({ kind }) => kind === 'create-assignment');
  if (restored === undefined) throw new Error('an access was asked for');
  return { bench, job, install, restored: restored.id };
}
