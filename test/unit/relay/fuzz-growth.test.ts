import { expect, it } from 'vitest';
import { growth } from '../../fuzz/relay/memory.ts';

const levels = (held: readonly number[], resident: readonly number[] = held.map(() => 100)) =>
  held.map((amount, n) => ({ held: amount, resident: resident[n] ?? 0 }));

it('memory that is added in every window but the first is growth, and is named with its levels', () => {
  expect(growth(levels([26, 20, 23, 26]))).toEqual([
    'memory held grew in window after window: 26.0, 20.0, 23.0, 26.0 MiB',
  ]);
  expect(growth(levels([20, 20, 20, 20], [100, 110, 120, 130]))).toEqual([
    'memory resident grew in window after window: 100.0, 110.0, 120.0, 130.0 MiB',
  ]);
});

it.each([
  ['finds its level', [20, 40, 60, 60.5]],
  ['moves up and down', [20, 30, 19, 30]],
  ['creeps by less than what moves by itself', [20, 21.5, 23, 24.5]],
  ['was looked at once', [20]],
])('memory that %s is not growth', (_how, held) => {
  expect(growth(levels(held))).toEqual([]);
});
