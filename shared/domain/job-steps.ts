import { z } from 'zod';
import type { ChecklistPhase } from './checklist.ts';

export const jobKind = z.enum(['installation', 'removal', 'swap']);
export type JobKind = z.infer<typeof jobKind>;

/**
 * The steps of an installation, in the order of the rail. `before` and `fitting` are the two parts of the
 * checklist. The Box is checked between them, before it is mounted.
 */
export const installationStep = z.enum([
  'car',
  'keyfob',
  'before',
  'box',
  'fitting',
  'group',
  'verify',
  'finish',
]);
export type InstallationStep = z.infer<typeof installationStep>;

/**
 * The steps of a removal. `losses`: the accesses that end with the Box. `take-out`: the removal itself and its outcome.
 * `checks`: its checklist.
 */
export const removalStep = z.enum(['car', 'old-box', 'losses', 'take-out', 'checks', 'finish']);
export type RemovalStep = z.infer<typeof removalStep>;

/**
 * The steps of a swap. `box`: the new Box. `exchange`: the swap itself. `restore`: the accesses to be recreated.
 * `checks`: its checklist.
 */
export const swapStep = z.enum([
  'car',
  'old-box',
  'losses',
  'keyfob',
  'box',
  'exchange',
  'restore',
  'checks',
  'verify',
  'finish',
]);
export type SwapStep = z.infer<typeof swapStep>;

/** Every step of any kind of job. */
export const stepName = z.enum([
  ...installationStep.options,
  'old-box',
  'losses',
  'take-out',
  'exchange',
  'checks',
  'restore',
]);
export type StepName = z.infer<typeof stepName>;

/** The step that asks a part of the checklist. Only an installation has a part before the Box. */
export function checklistStep(kind: JobKind, phase: ChecklistPhase): 'before' | 'fitting' | 'checks' {
  if (phase === 'before') return 'before';
  return kind === 'installation' ? 'fitting' : 'checks';
}

/** The steps of each kind, in the order of its rail. */
export const stepsOf: Readonly<Record<JobKind, readonly StepName[]>> = {
  installation: installationStep.options,
  removal: removalStep.options,
  swap: swapStep.options,
};
