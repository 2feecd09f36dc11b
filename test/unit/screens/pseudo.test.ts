import { expect, test } from 'vitest';
import { hasOwnWords } from '../../screens/hard-coded.ts';
import { pseudoText } from '../../screens/pseudo-text.ts';

test('a pseudo text is in brackets, accented and longer, and keeps its gaps as they are', () => {
  const plain = 'Box {{serial}} leaves {{at, dateTime}}';
  const text = pseudoText(plain);
  expect(text).toMatch(/^⟦.*⟧$/);
  expect(text).toContain('{{serial}}');
  expect(text).toContain('{{at, dateTime}}');
  expect(text).not.toContain('leaves');
  expect(text.length - '⟦⟧'.length - plain.length).toBe(Math.ceil('Box  leaves '.length * 0.3));
});

test('a text outside of the brackets is found; data, numbers and texts within texts are not', () => {
  expect(hasOwnWords('⟦Bôx 1⟧ · Save', [])).toBe(true);
  expect(hasOwnWords('Save', ['M BX 1077'])).toBe(true);
  expect(hasOwnWords('⟦Ñéšţéđ ⟦îñ⟧ ôţhéŕ⟧ 12:30', [])).toBe(false);
  expect(hasOwnWords('M BX 1077, ⟦ţéxţ⟧', ['M BX 1077'])).toBe(false);
});
