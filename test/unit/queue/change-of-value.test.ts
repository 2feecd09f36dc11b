import { expect, it } from 'vitest';
import { prepareChange } from '../../../electron/operations/queue/kinds/change-of-value.ts';
import { makeProblem } from '../../../shared/problem.ts';
import { ok } from '../../../shared/result.ts';

const problem = makeProblem('assignment-ended-elsewhere');

it('a change that was sent before is not sent again to what a look does not find any more', async () => {
  const preparation = await prepareChange(
    { before: 'old' },
    {
      notOffered: () => false,
      read: () => Promise.resolve(ok('old')),
      look: () => Promise.resolve({ found: 'contradiction', problem }),
    },
  );
  expect(preparation).toEqual({ go: 'refused', problem });
});
