import { expect, it } from 'vitest';
import { findingOfChange, prepareChange } from '../../../electron/operations/queue/kinds/shared-findings.ts';
import type { Finding } from '../../../electron/operations/queue/kinds/kind.ts';
import { operatorError } from '../../../electron/operator/operator-error.ts';
import { makeProblem } from '../../../shared/problem.ts';
import { err, ok } from '../../../shared/result.ts';

const problem = makeProblem('assignment-ended-elsewhere');

it('a change that was sent before is not sent again to an object that a read no longer finds', async () => {
  const preparation = await prepareChange(
    { before: 'old' },
    {
      notOffered: () => false,
      wasAbsent: () => false,
      read: () => Promise.resolve(ok('old')),
      probe: () => Promise.resolve({ found: 'contradiction', problem }),
    },
  );
  expect(preparation).toEqual({ go: 'refused', problem });
});

it.each([
  [false, { go: 'wait', problem: makeProblem('operator-not-found') }],
  [true, { go: 'refused', problem }],
] as const)(
  'an object that a later look does not show, nor the look before: %o',
  async (wasAbsent, wanted) => {
    const preparation = await prepareChange(
      { before: 'old' },
      {
        notOffered: () => false,
        wasAbsent: () => wasAbsent,
        read: () => Promise.resolve(ok('old')),
        probe: () => Promise.resolve({ found: 'absent', problem }),
      },
    );
    expect(preparation).toEqual(wanted);
  },
);

it.each([
  ['not-found', false, { go: 'send', context: { before: null } }],
  ['invalid', true, { go: 'send', context: { before: null } }],
  ['invalid', false, { go: 'later', error: { code: 'invalid' } }],
] as const)(
  'a value that is %s, not offered: %o, is read before the first sending',
  async (code, isNotOffered, wanted) => {
    const error = operatorError({ code, sent: 'answered', endpoint: 'cars.read' });
    const preparation = await prepareChange<string>(null, {
      notOffered: () => isNotOffered,
      wasAbsent: () => false,
      read: () => Promise.resolve(err(error)),
      probe: () => Promise.resolve({ found: 'gone' }),
    });
    expect(preparation).toMatchObject(wanted);
  },
);

const same = { asked: 1, before: 0, now: 1 };
it.each([
  ['nothing is asked', [], { found: 'applied', bindings: {} }],
  ['all values are there', [same, same], { found: 'applied', bindings: {} }],
  ['one is as before', [same, { asked: 1, before: 0, now: 0 }], { found: 'not-applied' }],
  [
    'one is another, and none was known before',
    [{ asked: 1, before: undefined, now: 2 }],
    { found: 'not-applied' },
  ],
  [
    'one is a colleague’s',
    [
      { asked: 1, before: 0, now: 0 },
      { asked: 1, before: 0, now: 2 },
    ],
    { found: 'not-applied', mayBe: problem },
  ],
])('a read of a change whose answer was lost: %s', (_name, values, wanted) => {
  expect(findingOfChange(values, () => problem)).toEqual(wanted);
});

const kept = { before: 'old' };
it.each([
  [
    { found: 'applied', bindings: {} },
    { go: 'send', context: kept },
  ],
  [{ found: 'not-applied' }, { go: 'send', context: kept }],
  [
    { found: 'undecidable', problem },
    { go: 'send', context: kept },
  ],
  [
    { found: 'not-applied', mayBe: problem },
    { go: 'refused', problem },
  ],
] satisfies readonly (readonly [Finding, object])[])(
  'a later sending after the look %o',
  async (finding, wanted) => {
    const preparation = await prepareChange(kept, {
      notOffered: () => false,
      wasAbsent: () => false,
      read: () => Promise.resolve(ok('new')),
      probe: () => Promise.resolve(finding),
    });
    expect(preparation).toEqual(wanted);
  },
);
