import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { publishedSchema } from '../../../electron/supervision/exports/published-schema.ts';

test('the published schema of a JSON export is the one the program writes by (npm run schema:exports)', () => {
  const published = join(import.meta.dirname, '../../../docs/schemas/installations-1.schema.json');
  expect(readFileSync(published, 'utf8')).toBe(publishedSchema());
});
