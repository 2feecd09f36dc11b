import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Role } from '../../shared/domain/people.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { row } from '../unit/supervision-exports/rows.ts';
import { accessOf } from './page/access-of.ts';
import { NOW, statusWith } from './page/at-rest.ts';
import { boardOf } from './page/board.ts';
import { jobNumber, swapAtRestore } from './page/jobs.ts';
import { emptyCopies } from './page/car.ts';
import { dialog } from './page/keys.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';
import { operation, queueOf } from './page/operations.ts';
import { keyOf } from './page/shortcut-list.ts';
import type { Answers } from './page/stand-in.ts';

const as = (role: Role, changes: Parameters<typeof accessOf>[1] = {}): Answers => ({
  'app.status': () => statusWith({ access: accessOf(role, changes) }),
});
const button = (name: string | RegExp) => page.getByRole('button', { name });
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });

describe('the page at which a window begins', () => {
  const atBoard = { ...boardOf([row(1)]), ...as('supervisor', { startsAtBoard: true }) };

  test('is the board where the laptop supervises others', async () => {
    await openWindow(null, 'Installations', atBoard);
    await expect.element(page.getByRole('grid')).toBeVisible();
  });

  test('is Home on every other laptop', async () => {
    await openWindow(null, /Bay 3 Tester/, as('installer'));
    expect(window.location.hash).toBe('');
  });

  test('is the requested screen, where there is one', async () => {
    await openWindow({ screen: 'home' }, /Bay 3 Tester/, atBoard);
    expect(window.location.hash).toBe('#/home');
  });

  test('stays as it is when the role is learned later', async () => {
    await openWindow(null, /Bay 3 Tester/, { ...atBoard, ...as('installer') });
    main.answer(as('supervisor', { startsAtBoard: true, raisedUntil: NOW }));
    main.announce('status');
    await expect.element(page.getByText(/^Supervisor until/)).toBeVisible();
    await expect.element(heading(/Bay 3 Tester/)).toBeVisible();
  });
});

describe('the jobs of all laptops', () => {
  const selectAll = async (role: Role) => {
    await openWindow({ screen: 'installations', part: 'table', view: '' }, 'Installations', {
      ...boardOf([row(1), row(2)]),
      ...as(role),
    });
    await expect.element(page.getByRole('grid')).toBeVisible();
    page.getByRole('grid').element().focus();
    await userEvent.keyboard('{Control>}a{/Control}');
    await expect.element(page.getByText('2 jobs selected')).toBeVisible();
  };

  test('are approved by a supervisor', async () => {
    await selectAll('supervisor');
    await userEvent.keyboard('a');
    await expect.element(dialog()).toBeVisible();
  });

  test('are approved neither by a button nor by a key of a lead installer', async () => {
    await selectAll('lead');
    await expect.element(button(/^Approve/)).not.toBeInTheDocument();
    await userEvent.keyboard('a');
    // The help opens by a key that comes after.
    await userEvent.keyboard('?');
    await expect.element(dialog()).toHaveAccessibleName(/Keys|Keyboard/);
    expect(main.asked('reviewing.approveMany')).toEqual([]);
  });
});

describe('the users of the customer', () => {
  const user = { id: 4, name: 'Bay 3 Tester', emailAddress: 'bay3@workshop.example' };
  const openUsers = (role: Role) =>
    openWindow({ screen: 'directory', section: 'users', id: null }, 'Users', {
      'directory.listUsers': () => ({ rows: [user], asOf: NOW }),
      'directory.user': () => user,
      'directory.userAssignments': () => ({ state: 'read', rows: [], at: NOW }),
      ...as(role),
    });
  const openOne = async () => {
    window.location.hash = '#/directory/users/4';
    await expect.element(page.getByRole('heading', { name: 'Bay 3 Tester' })).toBeVisible();
  };
  const acts = ['Give access', 'Remove from this customer'];

  test('are given access and removed by a supervisor', async () => {
    await openUsers('supervisor');
    await expect.element(button('Remove by e-mail address')).toBeVisible();
    await openOne();
    for (const act of acts) await expect.element(button(act)).toBeVisible();
  });

  test('are only shown to an installer', async () => {
    await openUsers('installer');
    await expect.element(button('Remove by e-mail address')).not.toBeInTheDocument();
    await openOne();
    for (const act of acts) await expect.element(button(act)).not.toBeInTheDocument();
  });
});

describe('Settings', () => {
  const open = (role: Role, changes: Parameters<typeof accessOf>[1] = {}) =>
    openWindow({ screen: 'settings' }, 'Settings', {
      'log.state': () => ({ newest: null, task: null, verdict: null }),
      'removal.state': () => ({ task: null, findings: null, removed: null, received: [], sent: [] }),
      'directory.searchUsers': () => ({ rows: [], asOf: null }),
      ...as(role, changes),
    });

  test('have the connection and the checklists for a supervisor', async () => {
    await open('supervisor');
    await expect.element(button('Disconnect')).toBeVisible();
    await expect.element(button('New checklist')).toBeVisible();
  });

  test('have neither for an installer, who is named', async () => {
    await open('installer');
    await expect.element(page.getByText('Installer', { exact: true })).toBeVisible();
    await expect.element(button('Disconnect')).not.toBeInTheDocument();
    await expect.element(button('New checklist')).not.toBeInTheDocument();
  });

  test('raise the role by the administrator PIN, and end that again', async () => {
    await open('installer', { pin: 'set' });
    main.answer({ 'roles.raise': () => ({}), 'roles.endRaise': () => ({}) });
    await button('Work as administrator').click();
    await page.getByLabelText('PIN', { exact: true }).fill('2580');
    await userEvent.keyboard('{Enter}');
    expect(await main.wasAsked('roles.raise')).toEqual([{ pin: '2580' }]);
    main.answer(as('administrator', { pin: 'raised', raisedUntil: NOW }));
    main.announce('status');
    await button('End').first().click();
    expect(await main.wasAsked('roles.endRaise')).toEqual([{}]);
  });

  test('keep a PIN that is typed while another one is refused', async () => {
    const held = Promise.withResolvers<never>();
    await open('installer', { pin: 'set' });
    main.answer({ 'roles.raise': () => held.promise });
    await button('Work as administrator').click();
    const pin = page.getByLabelText('PIN', { exact: true });
    await pin.fill('1111');
    await userEvent.keyboard('{Enter}');
    await main.wasAsked('roles.raise');
    await pin.fill('2580');
    held.reject(new ProblemError(makeProblem('administrator-pin-wrong')));
    await expect.element(dialog().getByRole('alert')).toBeVisible();
    await expect.element(pin).toHaveValue('2580');
  });
});

describe('an operation that failed', () => {
  const openFailed = (role: Role) =>
    openWindow({ screen: 'queue', show: 'open', operation }, 'Queue', {
      ...queueOf(['retry', 'correct']),
      ...as(role),
    });
  const correct = button(/^Correct/);

  test('is corrected by a role that could have enqueued it', async () => {
    await openFailed('lead');
    await correct.click();
    await expect.element(dialog()).toBeVisible();
  });

  test('is corrected neither by a button nor by a key of a lower role, which reads who does it', async () => {
    await openFailed('installer');
    await expect.element(page.getByText('A lead installer or a supervisor corrects this.')).toBeVisible();
    await expect.element(correct).not.toBeInTheDocument();
    await userEvent.keyboard(keyOf('screens/queue/OperationActs.tsx correct'));
    await userEvent.keyboard('?');
    await expect.element(dialog()).toHaveAccessibleName(/Keys|Keyboard/);
  });

  test('is sent again by the role that could have enqueued it, and by no lower one', async () => {
    await openFailed('lead');
    await expect.element(button(/^Send again/)).toBeVisible();
    main.answer(as('installer'));
    main.announce('status');
    await expect.element(button(/^Send again/)).not.toBeInTheDocument();
  });

  test('is marked as seen by the role that could have enqueued it; a lower one reads who does it', async () => {
    await openWindow({ screen: 'queue', show: 'open', operation }, 'Queue', {
      ...queueOf(['acknowledge']),
      ...as('installer'),
    });
    const says = page.getByText('A lead installer or a supervisor settles this.');
    await expect.element(says).toBeVisible();
    await expect.element(button(/^I have seen it/)).not.toBeInTheDocument();
    main.answer(as('lead'));
    main.announce('status');
    await expect.element(button(/^I have seen it/)).toBeVisible();
    await expect.element(says).not.toBeInTheDocument();
  });
});

describe('the accesses that an old Box took', () => {
  const openRestore = async (role: Role, leastToRestore: Role, number: number) => {
    const job = swapAtRestore(number, leastToRestore);
    await openWindow({ screen: 'job', jobId: jobNumber(number) }, 'Which accesses again?', {
      'jobs.get': () => job,
      ...emptyCopies,
      ...as(role),
    });
  };
  const tick = page.getByRole('checkbox', { name: /^Night Driver/ });
  const why = page.getByText(/^A supervisor makes these accesses again\./);

  test('are recreated by an installer who removed the Box', async () => {
    await openRestore('installer', 'installer', 1);
    await expect.element(tick).toBeVisible();
    await expect.element(why).not.toBeInTheDocument();
  });

  test('are recreated by a supervisor where another laptop removed the Box', async () => {
    await openRestore('supervisor', 'supervisor', 2);
    await expect.element(tick).toBeVisible();
  });

  test('are only shown to an installer there, who can leave the step out', async () => {
    await openRestore('installer', 'supervisor', 3);
    await expect.element(why).toBeVisible();
    await expect.element(page.getByText('Night Driver')).toBeVisible();
    await expect.element(tick).not.toBeInTheDocument();
    await expect.element(button('Leave this step out')).toBeVisible();
  });
});

test('the editor of checklists is a page of a supervisor', async () => {
  await openWindow({ screen: 'checklist', id: 'van' }, 'Checklists', as('installer'));
  await expect.element(page.getByText('A supervisor’s page')).toBeVisible();
});
