import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';
import { NOW } from './page/at-rest.ts';

/** The users of a large customer; the names change with `prefix`. */
const fleet = { count: 2_000, prefix: 'Driver' };
const nameOf = (index: number) => `${fleet.prefix} ${index + 1}`;
const links = () => page.getByRole('list', { name: 'Users' }).getByRole('link');
const link = (name: string) => page.getByRole('link', { name: new RegExp(`^${name}\\b`) });

beforeEach(() => {
  fleet.count = 2_000;
  fleet.prefix = 'Driver';
});

const openUsers = () =>
  openWindow({ screen: 'directory', section: 'users', id: null }, 'Users', {
    'directory.listUsers': ({ text, limit, offset }) => ({
      rows: Array.from({ length: fleet.count }, (_, index) => ({
        id: index + 1,
        name: nameOf(index),
        emailAddress: null,
      }))
        .filter(({ name }) => name.includes(text))
        .slice(offset, offset + limit),
      asOf: NOW,
    }),
    'directory.user': ({ userId }) => ({ id: userId, name: nameOf(userId - 1), emailAddress: null }),
    'directory.userAssignments': () => ({ state: 'read', rows: [], at: NOW }),
  });

/** Scrolls the list down until this row is at its top: the list grows by a page near its end. */
async function scrollTo(index: number): Promise<void> {
  const column = links().first().element().closest('ul')?.parentElement;
  if (!(column instanceof HTMLElement)) throw new Error('the list does not scroll');
  const scroll = () => {
    column.scrollTop = index * 64;
    return Math.round(column.scrollTop / 64);
  };
  await expect.poll(scroll).toBe(index);
}

test('after a commit the visible rows are read again, not every row that was scrolled through', async () => {
  await openUsers();
  await expect.element(link('Driver 1')).toBeVisible();
  await scrollTo(600);
  await expect.element(link('Driver 605')).toBeVisible();
  const before = main.asked('directory.listUsers').length;
  fleet.prefix = 'Courier';
  main.announce('directory');
  await expect.element(link('Courier 605')).toBeVisible();
  await expect.element(page.getByText(/^Driver /)).not.toBeInTheDocument();
  const offsets = main
    .asked('directory.listUsers')
    .slice(before)
    .map((input) => (typeof input === 'object' && input !== null && 'offset' in input ? input.offset : null));
  expect(offsets).not.toContain(0);
  expect(offsets.length).toBeLessThanOrEqual(3);
});

test('a long list is drawn only where it is visible', async () => {
  await openUsers();
  await expect.element(link('Driver 1')).toBeVisible();
  await scrollTo(900);
  expect(links().elements().length).toBeLessThan(60);
});

test('the first drawing of a list has the visible rows alone, and the rows beyond them follow', async () => {
  const drawn: number[] = [];
  const observer = new MutationObserver(() => {
    const rows = links().elements().length;
    if (rows > 0) drawn.push(rows);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  await openUsers();
  await expect.element(link('Driver 1')).toBeVisible();
  await expect.poll(() => links().elements().length).toBeGreaterThan(drawn[0] ?? Infinity);
  observer.disconnect();
  expect(drawn[0]).toBeLessThanOrEqual(Math.ceil(window.innerHeight / 64));
});

test('a row that was added or removed is shown after the commit', async () => {
  fleet.count = 3;
  await openUsers();
  await expect.element(page.getByText('3 in all')).toBeVisible();
  fleet.count = 4;
  main.announce('directory');
  await expect.element(link('Driver 4')).toBeVisible();
  await expect.element(page.getByText('4 in all')).toBeVisible();
  fleet.count = 2;
  main.announce('directory');
  await expect.element(page.getByText('2 in all')).toBeVisible();
  await expect.element(link('Driver 3')).not.toBeInTheDocument();
});

test('the arrow keys walk beyond the first page, and the focus stays on its row after a commit', async () => {
  await openUsers();
  await expect.element(link('Driver 1')).toBeVisible();
  await userEvent.click(page.getByRole('searchbox'));
  for (let at = 0; at < 105; at += 1) await userEvent.keyboard('{ArrowDown}');
  await expect.element(link('Driver 105')).toHaveFocus();
  await expect.element(link('Driver 105')).toBeVisible();
  fleet.prefix = 'Courier';
  main.announce('directory');
  await expect.element(link('Courier 105')).toHaveFocus();
});

test('another search begins at its first row', async () => {
  await openUsers();
  await expect.element(link('Driver 1')).toBeVisible();
  await scrollTo(150);
  await userEvent.fill(page.getByRole('searchbox'), 'Driver 5');
  await expect.element(link('Driver 5')).toBeVisible();
  await userEvent.clear(page.getByRole('searchbox'));
  await expect.element(link('Driver 1')).toBeVisible();
});

test('a closed detail gives the focus back to its row', async () => {
  await openUsers();
  await expect.element(link('Driver 1')).toBeVisible();
  await userEvent.click(page.getByRole('searchbox'));
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
  await expect.element(page.getByRole('region', { name: 'Driver 3' })).toBeVisible();
  await userEvent.click(page.getByRole('link', { name: 'All users' }));
  await expect.element(link('Driver 3')).toHaveFocus();
});
