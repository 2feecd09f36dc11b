import { readFileSync } from 'node:fs';
import { type InstallationView, installationView } from '../../../shared/domain/job.ts';
import { type ProfileView, profileView } from '../../../shared/domain/profile.ts';

const at = (time: string): number => Date.parse(`2026-11-21T${time}Z`);

/** The changes of the tests to a job; anything the schema of a job takes. */
export type Changes = Readonly<Record<string, unknown>>;

const OPERATIONS = [
  ['create-car', 'operations.create-car', { car: 'M BX 1042' }, 'answer', '08:13:02'],
  ['install', 'operations.install', { serial: '001234021', car: 'M BX 1042' }, 'query', '08:21:40'],
  [
    'add-car-to-group',
    'operations.add-car-to-group',
    { car: 'M BX 1042', group: 'Munich vans' },
    'answer',
    '08:21:41',
  ],
  [
    'create-assignment',
    'operations.create-assignment',
    { user: 'Bay 3 Tester', car: 'M BX 1042' },
    'result',
    '08:22:07',
  ],
  ['create-event', 'operations.create-event-opened', { car: 'M BX 1042' }, 'answer', '08:23:01'],
  ['create-event', 'operations.create-event-closed', { car: 'M BX 1042' }, 'answer', '08:23:20'],
  [
    'delete-assignment',
    'operations.delete-assignment',
    { user: 'Bay 3 Tester', car: 'M BX 1042' },
    'result',
    '08:23:48',
  ],
] as const;

const uuid = (number: number): string => `019ab000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** An operation of the example job; `changes` replaces fields. */
export function exampleOperation(number: number, changes: Changes = {}): unknown {
  const [kind, key, params, confirmedBy, time] = OPERATIONS[number] ?? OPERATIONS[0];
  return {
    id: uuid(number + 1),
    kind,
    state: 'done',
    jobId: uuid(99),
    sentence: { key, params },
    createdAt: at('08:12:40'),
    updatedAt: at(time),
    attempts: 1,
    revision: 0,
    notBefore: null,
    acceptedAt: null,
    confirmedBy,
    problem: null,
    waitsFor: [],
    history: [],
    ...changes,
  };
}

const EVENTS = [
  ['requested', '08:21:50', null],
  ['sent', '08:21:51', null],
  ['accepted', '08:21:51', null],
  ['result-at-relay', '08:22:06', null],
  ['result-fetched', '08:22:07', null],
  ['confirmed', '08:22:07', 'result'],
  ['opened', '08:23:00', null],
  ['closed', '08:23:19', null],
  ['removal-requested', '08:23:30', null],
  ['removal-sent', '08:23:31', null],
  ['removal-accepted', '08:23:31', null],
  ['removed', '08:23:48', 'result'],
] as const;

export const exampleVerification = {
  proof: { state: 'proven' },
  extension: null,
  operatorEvents: null,
  earlier: [],
  hindrance: null,
  phase: 'removed',
  userId: 22,
  userName: 'Bay 3 Tester',
  minutes: 15,
  start: at('08:21:50'),
  end: at('08:36:50'),
  assignmentId: 5001,
  opened: true,
  closed: true,
  problem: null,
  events: EVENTS.map(([what, time, confirmedBy]) => ({ what, at: at(time), confirmedBy, raw: null })),
} as const;

const passed = (check: string, key: string) => ({
  check,
  state: 'passed',
  says: { key: `preflight.${key}`, params: {} },
  asOf: at('08:20:11'),
  problem: null,
});

const step = (state: string) => ({ state, says: null });

/** A finished, wholly confirmed installation in a van; `changes` replaces fields. Parsed, so it is what a screen gets. */
export function exampleJob(changes: Changes = {}): InstallationView {
  const template: unknown = JSON.parse(
    readFileSync(new URL('../../../resources/checklists/retired/standard-1.json', import.meta.url), 'utf8'),
  );
  return installationView.parse({
    id: uuid(99),
    kind: 'installation',
    carFixed: true,
    discard: 'no',
    discardedAt: null,
    status: 'done',
    startedAt: at('08:12:04'),
    finishedAt: at('08:24:30'),
    worker: 'Bay 3',
    takenOverBy: null,
    car: {
      id: 1042,
      origin: 'created',
      name: 'Van 42',
      licensePlate: 'M BX 1042',
      vin: 'WV1ZZZ2KZLX012345',
      brand: 'Volkswagen',
      model: 'Caddy',
    },
    step: 'finish',
    says: { key: 'job.says.done', params: {} },
    problem: null,
    unfinished: 0,
    awaitingSince: null,
    testAccessOpen: false,
    proof: { state: 'proven' },
    boxIn: true,
    boxUnchecked: false,
    boxOut: false,
    forcedCount: 0,
    handedOver: false,
    forced: [],
    review: null,
    steps: {
      car: step('confirmed'),
      keyfob: step('confirmed'),
      before: step('confirmed'),
      box: step('confirmed'),
      fitting: step('confirmed'),
      group: step('confirmed'),
      verify: step('confirmed'),
      finish: step('confirmed'),
    },
    key: {
      id: 311,
      brand: 'Volkswagen',
      keyFormName: 'Flip key, three buttons',
      pictureUrl: null,
      boxName: 'Box L',
      boxSapNumber: '4000123',
      outsideScope: false,
    },
    checklist: {
      template,
      kept: true,
      answers: {
        'battery-disconnected': true,
        'mounting-place': 'under-dashboard',
        'antenna-free': true,
        'cables-secured': true,
        'supply-voltage': 12.6,
        'no-warning-lights': true,
      },
      origins: [],
      carried: [],
      toExplain: [],
      complete: true,
    },
    box: { serialNumber: '0012-34021', lookupSerial: '001234021', variant: 'Box L', sapNumber: '4000123' },
    preflight: [
      passed('known', 'known'),
      passed('variant', 'variant'),
      passed('free', 'free'),
      passed('service', 'service'),
      { ...passed('car-empty', 'car-empty'), state: 'unchecked', asOf: null },
    ],
    group: { id: 7, name: 'Munich vans' },
    series: null,
    planned: null,
    verification: exampleVerification,
    operations: OPERATIONS.map((_, number) => exampleOperation(number)),
    history: [],
    drafts: {},
    ...changes,
  });
}

/** The profile the example belongs to. */
export function exampleProfile(changes: Changes = {}): ProfileView {
  return profileView.parse({
    environment: 'uat',
    baseUrl: 'https://api.example/access/v3',
    apiKeyHeader: 'service-API-Key',
    customerId: 4711,
    customerName: 'Fleet North',
    relayUrl: null,
    secrets: 'os-store',
    ...changes,
  });
}
