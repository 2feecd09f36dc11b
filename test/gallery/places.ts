import type { Route } from '../../renderer/navigation/route.ts';
import { row } from '../unit/supervision-exports/rows.ts';
import { makeProblem } from '../../shared/problem.ts';
import { NOW, statusWith } from '../window/page/at-rest.ts';
import { boardOf } from '../window/page/board.ts';
import { box, emptyCopies, van } from '../window/page/car.ts';
import { connectedCustomer } from '../window/page/customers.ts';
import { jobNumber, newInstallation, swapAtRestore } from '../window/page/jobs.ts';
import { operation, queueOf } from '../window/page/operations.ts';
import { inForce, publicationStatus } from '../window/page/publications.ts';
import type { Answers } from '../window/page/stand-in.ts';

/** A place of the whole window, with main's answers. */
export interface GalleryPlace {
  readonly name: string;
  readonly route: Route;
  readonly answers: () => Answers;
}

/** The answers to the calls of components, beside those of a laptop at rest. */
export const componentAnswers = (): Answers => ({
  'app.status': () =>
    statusWith({
      proxyLogin: { proxy: 'proxy.example:3128', refused: false },
      customers: [
        connectedCustomer(1, 'Example Fleet', { isShown: true }),
        connectedCustomer(2, 'Fleet South'),
      ],
    }),
  'publication.status': () => publicationStatus({ inForce: inForce() }),
  'checklists.example': () => ({ here: false, awaited: true, picture: null }),
  'directory.searchCars': () => ({ rows: [], asOf: NOW }),
  'directory.brands': () => ({ rows: ['Ford', 'Volkswagen'], asOf: NOW }),
  'directory.carHints': () => ({ hints: [] }),
  'directory.brandKeys': () => ({ state: 'failed', problem: makeProblem('operator-unreachable') }),
});

const ofJob = (job: ReturnType<typeof newInstallation> | ReturnType<typeof swapAtRestore>): Answers => ({
  'jobs.get': () => job,
  ...emptyCopies,
});
const atStep = (
  number: number,
  step: string,
  changes: Readonly<Record<string, unknown>> = {},
): GalleryPlace => ({
  name: `Installation: ${step}`,
  route: { screen: 'job', jobId: jobNumber(number) },
  answers: () => ofJob(newInstallation(number, { step, ...changes })),
});
const rows = [row(1), row(2), row(3)] as const;

/** The places that the component tests can answer. `npm run dev -- --scene NAME` opens every place of the screenshot run over real parts. */
export const places: readonly GalleryPlace[] = [
  { name: 'Home', route: { screen: 'home' }, answers: () => ({}) },
  {
    name: 'Queue',
    route: { screen: 'queue', show: 'open', operation },
    answers: () => queueOf(['retry', 'correct', 'hold', 'cancel']),
  },
  {
    name: 'Installations',
    route: { screen: 'installations', part: 'table', view: '' },
    answers: () => boardOf(rows),
  },
  {
    name: 'An installation, for a supervisor',
    route: { screen: 'installation', jobId: rows[0].jobId, view: '' },
    answers: () => boardOf(rows),
  },
  atStep(1, 'car'),
  atStep(2, 'finish', { car: van, box, boxIn: true }),
  {
    name: 'Swap: restore',
    route: { screen: 'job', jobId: jobNumber(3) },
    answers: () => ofJob(swapAtRestore(3, 'installer')),
  },
  {
    name: 'Settings',
    route: { screen: 'settings' },
    answers: () => ({
      'log.state': () => ({ newest: null, task: null, verdict: null }),
      'removal.state': () => ({ task: null, findings: null, removed: null, received: [], sent: [] }),
      'directory.searchUsers': () => ({ rows: [], asOf: NOW }),
    }),
  },
];
