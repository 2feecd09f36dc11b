import { expect, it } from 'vitest';
import { leastToken } from '../../../shared/domain/people.ts';

it('a customer without a relay takes the lowest role of the laptop’s other tokens, in any order', () => {
  expect(leastToken([])).toBeNull();
  expect(leastToken(['supervisor'])).toBe('supervisor');
  expect(leastToken(['admin', 'installer', 'supervisor'])).toBe('installer');
  expect(leastToken(['installer', 'admin'])).toBe('installer');
  expect(leastToken(['admin', 'supervisor'])).toBe('supervisor');
  expect(['unknown', 'installer']).toContain(leastToken(['supervisor', 'unknown']));
});
