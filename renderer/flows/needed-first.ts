import type { TextKey } from '../i18n/text-keys.ts';
import type { NeededStep } from './step-order.ts';

/** The precondition of a step, in words. */
export const neededFirst: Readonly<Record<NeededStep, TextKey>> = {
  car: 'flow.rail.needsCar',
  before: 'flow.rail.needsBefore',
  box: 'flow.rail.needsBox',
  'old-box': 'flow.rail.needsOldBox',
  losses: 'flow.rail.needsLosses',
  exchange: 'flow.rail.needsExchange',
};
