import type { OperationAction } from '../../../shared/domain/steering.ts';

/** The key of each action, the same in every language: muscle memory outlives a translation. */
export const actionKeys = {
  retry: 'R',
  correct: 'C',
  hold: 'H',
  release: 'L',
  cancel: 'G',
  'cancel-dependants': 'X',
  'decide-done': 'Y',
  'decide-not-done': 'N',
  'move-to-car': 'M',
  acknowledge: 'S',
} as const satisfies Readonly<Record<OperationAction, string>>;
