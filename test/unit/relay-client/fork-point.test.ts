import { assert, asyncProperty, integer } from 'fast-check';
import { expect, test } from 'vitest';
import { findForkPoint } from '../../../electron/relay/log-upload.ts';
import { relayError } from '../../../electron/relay/relay-error.ts';
import { err, ok } from '../../../shared/result.ts';

test('the newest entry in common is found, whichever it is, with few questions', async () => {
  const logs = { common: integer({ min: 0, max: 100_000 }), others: integer({ min: 1, max: 1000 }) };
  await assert(
    asyncProperty(logs.common, logs.others, async (common, others) => {
      let questions = 0;
      const found = await findForkPoint((number) => {
        questions += 1;
        return Promise.resolve(ok(number <= common));
      }, common + others);
      expect(found).toEqual(ok(common));
      expect(questions).toBeLessThanOrEqual(19);
    }),
  );
});

test('a relay that cannot be asked now is asked again later', async () => {
  const away = err(relayError('unreachable', 'the line broke'));
  expect(await findForkPoint(() => Promise.resolve(away), 10)).toEqual(away);
});
