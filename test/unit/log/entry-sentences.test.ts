import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { logTypes, placingOf } from '../../../shared/log/entries.ts';
import { language } from '../../../shared/domain/settings.ts';
import { projectRoot } from '../../host/electron/settings.ts';

const words = z.object({
  history: z.record(z.string(), z.unknown()),
  supervision: z.object({ entry: z.record(z.string(), z.unknown()) }),
});

/** Sentences that go by another name than the type. */
const named = new Map([['checklist-answered', 'checklist-changed']]);

test.each(language.options)('every type has the sentences that its place asks for, in %s', (spoken) => {
  const file = join(projectRoot, `resources/locales/${spoken}.json`);
  const { history, supervision } = words.parse(JSON.parse(readFileSync(file, 'utf8')));
  const missing = logTypes.flatMap((type) => [
    ...(placingOf(type)?.installer === true && !Object.hasOwn(history, named.get(type) ?? type)
      ? [`history.${type}`]
      : []),
    ...(placingOf(type)?.supervisor === true && !Object.hasOwn(supervision.entry, type)
      ? [`supervision.entry.${type}`]
      : []),
  ]);
  expect(missing).toEqual([]);
});
