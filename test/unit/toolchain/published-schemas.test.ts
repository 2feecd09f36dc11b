import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { publishedSchemas } from '../../schema/published-schemas.ts';

test.each([...publishedSchemas])(
  'the published schema %s is the one the program uses (npm run schema:exports)',
  (name, schema) => {
    expect(readFileSync(join(import.meta.dirname, '../../../docs/schemas', name), 'utf8')).toBe(schema);
  },
);
