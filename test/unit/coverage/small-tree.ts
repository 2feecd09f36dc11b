import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { readClientEndpoints } from '../../coverage/client-endpoints.ts';
import { readSourceTree } from '../../coverage/source-tree.ts';
import type { CoverageParts } from '../../coverage/table.ts';

/** A project with one write that a guided step queues, one read behind a part of the open profile, and a webhook. */
export const smallProject: Readonly<Record<string, string>> = {
  'electron/operator/endpoints/cars.ts': `
    export function createCar(name: string) {
      return createRequest({ endpoint: 'cars.create', method: 'PUT', path: '/cars', body: { name } }, carId);
    }
    export function listCarProducts(id: number, assumptions: Assumptions) {
      return { ...readRequest({ endpoint: 'cars.products', path: assumedPath(assumptions.paths.carProducts, { carId: id }) }) };
    }
    export function readCar(id: number) {
      return readRequest({ endpoint: 'cars.read', path: \`/cars/\${id}\`, schema: car });
    }`,
  'electron/queue/kinds/create-car.ts': `
    import { createCar, readCar } from '../../operator/endpoints/cars.ts';
    export const createCarKind = defineKind({
      request: (wanted) => sendable(createCar(wanted.name)),
      reconcile: async (wanted, reading) => await reading.client.call(readCar(wanted.id)),
    });`,
  'electron/queue/kinds/create-assignment.ts': `
    export const createAssignmentKind = defineKind({ traits: { endsBy: 'result' } });`,
  'electron/jobs/calls.ts': `
    import { startCar } from './car.ts';
    export function jobCalls({ current }) {
      const then = (work) => work(current());
      return {
        'jobs.createCar': ({ name }) => { const after = then((parts) => startCar(parts, name)); return after; },
        'jobs.look': ({ id }) => { const after = current().watch.look(id); return after; },
        'jobs.idle': () => current().watch.rest(),
      };
    }`,
  'electron/jobs/car.ts': `
    import { createCarKind } from '../queue/kinds/create-car.ts';
    export function startCar(parts, name) { parts.enqueue({ kind: createCarKind, payload: { name } }); }`,
  'electron/jobs/watch.ts': `
    import { listCarProducts } from '../operator/endpoints/cars.ts';
    export function createWatch(client) {
      return { look: (id) => client.call(listCarProducts(id)), rest: () => ({}) };
    }`,
  'electron/open-profile.ts': `
    import { createWatch } from './jobs/watch.ts';
    export function openProfile(parts) {
      const watch = createWatch(parts.client);
      return { watch };
    }`,
  'renderer/screens/Car.tsx': `
    export function Car() {
      const start = useCall(window.boxwright.jobs.createCar);
      const products = useAsked(window
        .boxwright.jobs.look, { id: 1 });
      return <button onClick={() => start.run({})}>{products}</button>;
    }`,
  'shared/relay/results.ts': `export const webhookPaths = { created: 'assignmentCreatedResult' } as const;`,
  'relay/webhook-routes.ts': `
    import { webhookPaths } from '../shared/relay/results.ts';
    app.post(webhookPaths.created, store);`,
  'test/operator/deliver.ts': `export const paths = { created: 'assignmentCreatedResult' };`,
  'test/unit/cars.test.ts': `
    import * as cars from '../../electron/operator/endpoints/cars.ts';
    import { readCar } from '../../electron/operator/endpoints/cars.ts';
    test('a car', () => { expect(cars.createCar('a')).toBe(1); expect(readCar(1)).toBe(1); });`,
  'test/unit/relay.test.ts': `test('a result', () => post('assignmentCreatedResult'));`,
};

/** Writes a project for the running test and answers the parts of its table; a file of null is left out. */
export function partsOf(changes: Readonly<Record<string, string | null>> = {}): CoverageParts {
  const root = mkdtempSync(join(tmpdir(), 'boxwright-coverage-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [file, text] of Object.entries({ ...smallProject, ...changes })) {
    if (text === null) continue;
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  const tree = readSourceTree(root, ['electron', 'renderer', 'shared', 'relay', 'test']);
  return {
    tree,
    operations: [
      { operation: 'PUT /cars', shown: 'endpoint' },
      { operation: 'GET /cars/{carId}/products', shown: 'named', namedAs: 'products of a car' },
      { operation: 'POST /webhooks/assignmentCreatedResult', shown: 'webhook' },
    ],
    endpoints: readClientEndpoints(tree, 'electron/operator/endpoints', {
      carProducts: '/cars/{carId}/products',
    }),
    routes: ['PUT /cars', 'GET /cars/{id}/products'],
    kinds: [
      { kind: 'create-car', file: 'electron/queue/kinds/create-car.ts', endsBy: 'answer' },
      { kind: 'create-assignment', file: 'electron/queue/kinds/create-assignment.ts', endsBy: 'result' },
    ],
    calls: ['jobs.createCar', 'jobs.look', 'jobs.idle'],
    paths: {
      closed: () => false,
      composition: { file: 'electron/open-profile.ts', name: 'openProfile' },
      parts: new Set(['watch']),
    },
  };
}
