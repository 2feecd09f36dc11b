import { expect, test } from 'vitest';
import { operationBadge } from '../../../renderer/components/badges.ts';

test('a done operation is green where the operator said so, and not where only another laptop says so', () => {
  expect(operationBadge('done', null).tone).toBe('done');
  expect(operationBadge('done', 'Bay 3').tone).toBe('waiting');
  // A laptop whose name is not proven.
  expect(operationBadge('done', '').tone).toBe('waiting');
  expect(operationBadge('failed', 'Bay 3')).toEqual(operationBadge('failed', null));
});
