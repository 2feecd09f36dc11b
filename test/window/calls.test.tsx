import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';

const people = [
  { id: '019ab000-0000-7000-8000-000000000011', name: 'Bay 1', hasPin: false, hasBadge: false },
  { id: '019ab000-0000-7000-8000-000000000012', name: 'Bay 2', hasPin: false, hasBadge: false },
];

test('a second call with other input is asked too, after the first, and the same input joins it', async () => {
  const first = Promise.withResolvers<{ name: string | null }>();
  await openWindow({ screen: 'home' }, /Bay 3 Tester/, {
    'people.list': () => ({ people }),
    'people.signIn': (proof) =>
      proof.by === 'name' && proof.name === 'Bay 1' ? first.promise : { name: 'Bay 2' },
  });
  await page.getByRole('button', { name: /Bay 3 Tester/ }).click();
  const name = (which: string) => page.getByRole('button', { name: which, exact: true });
  await name('Bay 1').click();
  await name('Bay 1').click();
  await name('Bay 2').click();
  expect(main.asked('people.signIn')).toEqual([{ by: 'name', name: 'Bay 1' }]);
  first.resolve({ name: 'Bay 1' });
  expect(await main.wasAsked('people.signIn', 2)).toEqual([
    { by: 'name', name: 'Bay 1' },
    { by: 'name', name: 'Bay 2' },
  ]);
});

test('Home begins one job at a time, whatever key comes next', async () => {
  await openWindow({ screen: 'home' }, /Bay 3 Tester/, { 'jobs.start': () => new Promise(() => {}) });
  await userEvent.keyboard('n');
  await main.wasAsked('jobs.start');
  await userEvent.keyboard('r');
  await userEvent.keyboard('{Shift}');
  expect(main.asked('jobs.start')).toEqual([{ kind: 'installation' }]);
});
