import type { z } from 'zod';
import type {
  OperationAction,
  operationDetail,
  queueLine,
} from '../../../shared/domain/operation-commands.ts';
import type { Answers } from './stand-in.ts';
import { operationId } from '../../../shared/ids.ts';
import { NOW } from './at-rest.ts';

export const operation = operationId.parse('019ab000-0000-7000-8000-000000000001');

const sentence = { key: 'operations.install', params: { serial: '001234021', car: 'M BX 1042' } };

/** An installation that a person must decide about, with these acts. */
export function detailWith(actions: readonly OperationAction[]): z.input<typeof operationDetail> {
  return {
    operation: {
      id: operation,
      kind: 'install',
      state: 'blocked',
      jobId: null,
      sentence,
      createdAt: NOW,
      updatedAt: NOW,
      attempts: 1,
      revision: 0,
      notBefore: null,
      acceptedAt: null,
      confirmedBy: null,
      reportedBy: null,
      problem: { code: 'operator-rejected', params: {}, raw: null },
      waitsFor: [],
      history: [],
    },
    car: null,
    actions: [...actions],
    notDoneFrom: null,
    giveUpFrom: null,
    inDoubt: false,
    corrections: [],
    bringsId: false,
    namedByNumber: false,
    buildsOn: [],
    dependants: [],
    lostCar: null,
    incidents: [],
    unseen: 0,
    accesses: [],
    seconds: [],
    timeline: [{ what: 'asked', at: NOW }],
  };
}

export const line: z.input<typeof queueLine> = {
  seq: 1,
  id: operation,
  jobId: null,
  state: 'blocked',
  group: 'needs-you',
  sentence,
  attempts: 1,
  notBefore: null,
  acceptedAt: null,
  updatedAt: NOW,
  confirmedBy: null,
  says: null,
};

/** A Queue of one operation. */
export function queueOf(actions: readonly OperationAction[]): Answers {
  return {
    'queue.order': () => ({ seqs: [1], lines: [line] }),
    'queue.lines': () => ({ lines: [line] }),
    'queue.detail': () => detailWith(actions),
    'queue.tryNow': () => ({}),
    'queue.retry': () => detailWith(actions).operation,
    'queue.release': () => detailWith(actions).operation,
    'queue.candidates': () => ({ candidates: [], listed: true }),
    'finding.find': () => ({ cars: [], boxes: [], jobs: [], groups: [], users: [] }),
    'directory.searchCars': () => ({ rows: [], asOf: null }),
    'directory.recentCars': () => ({ rows: [], asOf: null }),
  };
}
