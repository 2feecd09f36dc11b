import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { errorPage } from '../../guides/error-page.ts';

const root = join(import.meta.dirname, '../../..');

const codesOf = (page: string) => [...page.matchAll(/^- \*\*`([\w-]+)`\*\*/gm)].map((match) => match[1]);

it('the page of errors has every error of the window and no other (npm run errors)', () => {
  const codes = codesOf(errorPage(root));
  expect(codes.length).toBeGreaterThan(100);
  expect(codesOf(readFileSync(join(root, 'docs/errors.md'), 'utf8'))).toEqual(codes);
});
