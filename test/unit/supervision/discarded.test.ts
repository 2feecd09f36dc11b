import { expect, test } from 'vitest';
import { assembleFacts } from '../../../electron/supervision/projection/assemble-facts.ts';
import { stateOf } from '../../../electron/supervision/projection/row.ts';
import { loggedJob, type Step } from './logged-job.ts';

const state = (...steps: readonly Step[]) => stateOf(assembleFacts(loggedJob(steps)).facts);
const begun: Step = ['job-started', { kind: 'installation' }];

test('a discarded job is neither under way nor complete', () => {
  expect(state(begun)).toBe('under-way');
  expect(state(begun, ['job-discarded', { reason: 'Wrong car' }])).toBe('discarded');
  expect(state(begun, ['job-discarded'])).toBe('discarded');
});
