import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { schemaText, snapshots } from '../../schema/schema-text.ts';

describe('the committed schema snapshot', () => {
  it.each(Object.entries(snapshots))('of %s is what the migrations make', (name, migrations) => {
    const committed = readFileSync(join(import.meta.dirname, '../../schema', name), 'utf8');
    expect(committed, 'stale: run npm run schema:snapshot and commit the difference').toBe(
      schemaText(migrations),
    );
  });
});
