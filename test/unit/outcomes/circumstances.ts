import type { Circumstances } from '../../../electron/operations/outcomes/classify.ts';
import {
  operatorError,
  type OperatorError,
  type OperatorErrorCode,
  type Sentness,
} from '../../../electron/operator/operator-error.ts';
import type { KindTraits } from '../../../electron/operations/queue/kinds/kind.ts';
import { defaultPolicy } from '../../../electron/operations/queue/parts.ts';

/** 21 November 2026, 08:00 UTC. */
export const now = Date.UTC(2026, 10, 21, 8);

/** A create whose answer ends it, unless the test says otherwise. */
export function circumstances(traits: Partial<KindTraits> = {}, delays = 0): Circumstances {
  return {
    traits: {
      endsBy: 'answer',
      isDoneWhenAbsent: false,
      isDoneOnConflict: false,
      negativeReads: 2,
      ...traits,
    },
    now,
    delays,
    about: { key: 'operations.install', params: { car: 'M QX 4711', serial: '001234021' } },
    policy: defaultPolicy,
    random: () => 0,
  };
}

/** A failed call. */
export function failure(
  code: OperatorErrorCode,
  sent: Sentness,
  more: Partial<OperatorError> = {},
): OperatorError {
  return operatorError({ code, sent, endpoint: 'cars.create', ...more });
}
