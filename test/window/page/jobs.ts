import {
  type InstallationView,
  installationView,
  type SwapView,
  swapView,
} from '../../../shared/domain/job.ts';
import type { Role } from '../../../shared/domain/people.ts';
import { installationStep, swapStep } from '../../../shared/domain/job-steps.ts';
import { jobReview } from '../../../shared/domain/reviewing.ts';
import { jobId } from '../../../shared/ids.ts';
import template from '../../../resources/checklists/car.json';
import { NOW } from './at-rest.ts';
import { box, van } from './car.ts';

const verification = {
  phase: 'not-started',
  userId: null,
  userName: null,
  minutes: null,
  start: null,
  end: null,
  assignmentId: null,
  opened: null,
  closed: null,
  problem: null,
  events: [],
  proof: { state: 'not-tested' },
  extension: null,
  operatorEvents: null,
  earlier: [],
  hindrance: null,
};

/** The id of the so-manyth job of a test file. */
export const jobNumber = (number: number) =>
  jobId.parse(`019ab000-0000-7000-8000-${String(number).padStart(12, '0')}`);

let newest = 1000;

/**
 * A number that no other test of the page has, in no file: the window keeps the last jobs and the drafts that it could not save. Numbers
 * that a test chooses by itself are below 1000.
 */
export function nextJobNumber(): number {
  newest += 1;
  return newest;
}

/** An installation that was begun and has nothing decided. `changes` replaces parts; parsed as the router parses it. */
export function newInstallation(
  number: number,
  changes: Readonly<Record<string, unknown>> = {},
): InstallationView {
  return installationView.parse({
    id: jobNumber(number),
    kind: 'installation',
    carFixed: false,
    discard: 'no',
    discardedAt: null,
    status: 'in-progress',
    startedAt: NOW,
    finishedAt: null,
    worker: 'Bay 3 Tester',
    takenOverBy: null,
    car: null,
    step: 'car',
    says: { key: 'job.says.done', params: {} },
    problem: null,
    unfinished: 0,
    awaitingSince: null,
    testAccessOpen: false,
    proof: { state: 'not-tested' },
    boxIn: false,
    boxUnchecked: false,
    boxOut: false,
    forcedCount: 0,
    handedOver: false,
    review: null,
    steps: Object.fromEntries(installationStep.options.map((step) => [step, { state: 'open', says: null }])),
    key: null,
    checklist: { template, kept: false, answers: {}, carried: [], toExplain: [], complete: false },
    forced: [],
    box: null,
    preflight: [],
    group: null,
    series: null,
    planned: null,
    verification,
    operations: [],
    history: [],
    drafts: {},
    ...changes,
  });
}

/** A swap whose Boxes are exchanged, with one access of the old Box that can be made again. */
export function swapAtRestore(number: number, leastToRestore: Role): SwapView {
  const access = {
    id: null,
    userId: 4,
    userName: 'Night Driver',
    start: NOW,
    end: null,
    lifetime: null,
    renewableAfter: null,
  };
  return swapView.parse({
    ...newInstallation(number),
    kind: 'swap',
    step: 'restore',
    steps: Object.fromEntries(
      swapStep.options.map((step) => [
        step,
        { state: step === 'restore' ? 'open' : 'confirmed', says: null },
      ]),
    ),
    car: van,
    box,
    removal: {
      box: {
        productId: null,
        serialNumber: '001234020',
        sapNumber: null,
        reported: 'person',
        reportedAt: null,
      },
      losses: { source: 'none', asOf: null, readAt: NOW, accesses: [] },
      reason: null,
      operation: jobNumber(number),
      accesses: [],
    },
    label: null,
    restores: [{ ...access, key: 'night', offer: 'yes', operation: null }],
    leastToRestore,
  });
}

/** A supervisor has approved the job. */
export const approved = jobReview.parse({
  id: 'b0000000-0000-4000-8000-000000000001',
  revision: 1,
  verdict: 'approved',
  reason: null,
  comment: '',
  pin: { at: 'job' },
  reviewer: 'Office',
  worker: 'Kim',
  at: NOW,
  signature: 'verified',
  state: 'approved',
});
