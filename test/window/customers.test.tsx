import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ConnectedCustomer } from '../../shared/domain/status.ts';
import { setAdding } from '../../renderer/data/customers.ts';
import { clearDraft } from '../../renderer/screens/connect/draft.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { accessOf } from './page/access-of.ts';
import { statusWith } from './page/at-rest.ts';
import { main } from './page/main-process.ts';
import { van } from './page/car.ts';
import { connectedCustomer } from './page/customers.ts';
import { jobNumber, newInstallation } from './page/jobs.ts';
import { line, operation } from './page/operations.ts';
import { openWindow } from './page/open-window.tsx';
import type { Answers } from './page/stand-in.ts';

// The form outlives its screen.
beforeEach(() => {
  setAdding(false);
  clearDraft();
});

const north = connectedCustomer(1, 'Fleet North', { isShown: true, environment: 'prod' });
const south = connectedCustomer(2, 'Fleet South', { needPerson: 2, unfinished: 3 });
const west = connectedCustomer(3, 'Fleet West', {
  connection: null,
  problem: makeProblem('folder-in-use', {}),
});
const tasks: Answers = {
  'exports.state': () => ({ task: null, ended: null }),
  'log.state': () => ({ newest: null, task: null, verdict: null }),
  'removal.state': () => ({ task: null, findings: null, removed: null, received: [], sent: [] }),
};
const exporting: Answers = {
  'exports.state': () => ({ task: { what: 'table', done: 10, total: 1000 }, ended: null }),
};
const of = (customers: readonly ConnectedCustomer[]): Answers => ({
  ...tasks,
  'app.status': () => statusWith({ customers: [...customers] }),
  'customers.show': () => ({}),
});
const settings: Answers = {
  ...tasks,
  'directory.searchUsers': () => ({ rows: [], asOf: null }),
};
const switchButton = () => page.getByRole('button', { name: /^Customer Fleet North. Choose another one/ });

test('a laptop with one customer has its name in the header and nothing to switch', async () => {
  await openWindow({ screen: 'home' }, /.*/, of([north]));
  await expect.element(page.getByRole('banner').getByText('Example Fleet')).toBeVisible();
  expect(page.getByRole('button', { name: /Choose another one/ }).elements()).toEqual([]);
});

test('the switch names each customer with its environment and its work, and shows the chosen one', async () => {
  await openWindow({ screen: 'home' }, /.*/, of([north, south, west]));
  await expect.element(switchButton()).toHaveAccessibleName(/2 need you at other customers$/);
  await userEvent.click(switchButton());
  const items = page.getByRole('menuitem');
  await expect.element(items.nth(1)).toHaveTextContent('Fleet SouthTEST2 need you · 3 unfinished');
  await expect
    .element(items.nth(2))
    .toHaveTextContent('Fleet WestTESTAnother Boxwright is using this data folder.');
  await userEvent.click(items.nth(1));
  expect(await main.wasAsked('customers.show')).toEqual([{ id: south.id, place: null }]);
});

test('unsaved typing is asked about first, and stays unless the person continues', async () => {
  await openWindow({ screen: 'connect' }, /.*/, of([north, south]));
  await userEvent.click(switchButton());
  await userEvent.click(page.getByRole('menuitem', { name: /Fleet South/ }));
  const dialog = page.getByRole('dialog', { name: 'Switch to Fleet South?' });
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => dialog.elements()).toEqual([]);
  expect(main.asked('customers.show')).toEqual([]);
  await userEvent.click(switchButton());
  await userEvent.click(page.getByRole('menuitem', { name: /Fleet South/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Switch', exact: true }));
  expect(await main.wasAsked('customers.show')).toEqual([{ id: south.id, place: null }]);
});

test('a running export is asked about first, and continues unless the person switches', async () => {
  await openWindow({ screen: 'home' }, /.*/, { ...of([north, south]), ...exporting });
  await userEvent.click(switchButton());
  await userEvent.click(page.getByRole('menuitem', { name: /Fleet South/ }));
  const dialog = page.getByRole('dialog', { name: 'Switch to Fleet South?' });
  await expect.element(dialog.getByText(/^A task that runs here stops/)).toBeVisible();
  expect(main.asked('customers.show')).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Switch', exact: true }));
  expect(await main.wasAsked('customers.show')).toEqual([{ id: south.id, place: null }]);
});

test('adding a customer, and removing the shown one, says that a running export stops', async () => {
  await openWindow({ screen: 'settings' }, 'Settings', {
    ...settings,
    ...of([north, south]),
    ...exporting,
    'customers.offered': () => ({ customers: [{ id: 9, name: 'Fleet East' }] }),
  });
  const stops = page.getByRole('dialog').getByText(/^A task that runs here stops/);
  await userEvent.click(page.getByRole('button', { name: 'Add a customer' }));
  await expect.element(stops).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => page.getByRole('dialog').elements()).toEqual([]);
  await userEvent.click(page.getByRole('button', { name: 'Remove Fleet South' }));
  await expect.element(page.getByRole('dialog', { name: 'Remove Fleet South?' })).toBeVisible();
  expect(stops.elements()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await userEvent.click(page.getByRole('button', { name: 'Remove Fleet North' }));
  await expect.element(stops).toBeVisible();
});

test('a notification of another customer leads there, after a question where a dialog is open', async () => {
  const place = { screen: 'queue', operation: null } as const;
  await openWindow({ screen: 'home' }, /.*/, {
    ...of([north, south]),
    'finding.find': () => ({ cars: [], boxes: [], jobs: [], groups: [], users: [] }),
  });
  await expect.element(switchButton()).toBeVisible();
  main.go(place, south.id);
  expect(await main.wasAsked('customers.show')).toEqual([{ id: south.id, place }]);
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(page.getByRole('dialog')).toBeVisible();
  main.go(place, south.id);
  await expect.element(page.getByRole('dialog', { name: 'Switch to Fleet South?' })).toBeVisible();
  expect(main.asked('customers.show')).toHaveLength(1);
});

test('a customer of the same login is added without retyping, and one is removed after a question', async () => {
  await openWindow({ screen: 'settings' }, 'Settings', {
    ...settings,
    ...of([north, south]),
    'customers.offered': () => ({ customers: [{ id: 9, name: 'Fleet East' }] }),
    'customers.add': () => ({}),
    'customers.remove': () => ({}),
  });
  await userEvent.click(page.getByRole('button', { name: 'Add a customer' }));
  const dialog = page.getByRole('dialog', { name: 'Add a customer' });
  await userEvent.click(dialog.getByRole('radio', { name: 'Fleet East' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Add', exact: true }));
  expect(await main.wasAsked('customers.add')).toEqual([{ customerId: 9 }]);
  await userEvent.click(page.getByRole('button', { name: 'Remove Fleet South' }));
  const question = page.getByRole('dialog', { name: 'Remove Fleet South?' });
  await expect.element(question.getByText('3 operations are not through yet.')).toBeVisible();
  // The question names its customer itself, which is not the shown one.
  expect(question.getByText(/^Customer:/).elements()).toEqual([]);
  await userEvent.click(question.getByRole('button', { name: 'Remove', exact: true }));
  expect(await main.wasAsked('customers.remove')).toEqual([{ id: south.id }]);
});

test('an installer switches, and neither adds nor removes', async () => {
  await openWindow({ screen: 'settings' }, 'Settings', {
    ...settings,
    'app.status': () => statusWith({ customers: [north, south], access: accessOf('installer') }),
  });
  await expect.element(switchButton()).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Customers' })).toBeVisible();
  expect(page.getByRole('button', { name: /Add a customer|Remove Fleet/ }).elements()).toEqual([]);
});

const field = (name: string | RegExp) => page.getByLabelText(name).first();
const act = (name: string | RegExp) => page.getByRole('button', { name }).last();
const connecting: Answers = {
  'connect.checkAddress': () => ({ clockOffsetMs: 0, connection: null }),
  'connect.checkLogin': () => ({}),
  'connect.customers': () => ({ customers: [{ id: 7, name: 'Fleet East' }] }),
  'connect.save': () => {
    throw new ProblemError(makeProblem('unexpected'));
  },
};

/** Fills in another login in Connect without a relay and saves it. */
async function saveAnotherLogin(): Promise<void> {
  await field(/^API key/).fill('key');
  await field(/^User/).fill('user');
  await field(/^Password/).fill('password');
  await act(/^Test/).click();
  await act(/^Next/).click();
  await page.getByRole('radio', { name: 'Fleet East' }).click();
  await act(/^Next/).click();
  await act('Go on without relay').click();
  await act(/^Save/).click();
}

test('Connect for another login begins empty, and its draft replaces no customer’s', async () => {
  await openWindow({ screen: 'settings' }, 'Settings', {
    ...settings,
    ...connecting,
    ...of([north]),
    'customers.offered': () => ({ customers: [] }),
  });
  await act('Add a customer').click();
  await act('Use another login').click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Add a customer' })).toBeVisible();
  await expect.element(field('Address')).toHaveValue('');
  await field('Address').fill('https://other.example');
  await saveAnotherLogin();
  expect(await main.wasAsked('connect.save')).toMatchObject([{ replaces: null, customer: { id: 7 } }]);
});

test('a changed connection takes the place of the shown customer', async () => {
  await openWindow({ screen: 'connect' }, /.*/, { ...connecting, ...of([north]) });
  await expect.element(field('Address')).toHaveValue('https://operator.example');
  await saveAnotherLogin();
  expect(await main.wasAsked('connect.save')).toMatchObject([{ replaces: north.id, customer: { id: 7 } }]);
});

const needed = newInstallation(7, {
  status: 'needs-person',
  car: van,
});
const southNeeds: Answers = {
  'customers.needsYou': () => ({
    customers: [
      {
        id: south.id,
        name: 'Fleet South',
        jobs: [needed],
        jobCount: 1,
        lines: [line],
        lineCount: 2,
        besidesJobs: 1,
      },
    ],
  }),
};
const ownJob = newInstallation(8, { status: 'needs-person' });

test('Home shows the jobs that need a person at all customers, filtered by customer, and opens the job', async () => {
  await openWindow({ screen: 'home' }, /.*/, {
    ...of([north, south]),
    ...southNeeds,
    'jobs.list': () => ({ jobs: [ownJob] }),
    'app.status': () =>
      statusWith({
        customers: [north, south],
      }),
  });
  const group = page.getByRole('radiogroup', { name: 'Needs you, by customer' });
  await expect.element(group).toHaveTextContent('All customers 3Example Fleet 1Fleet South 2');
  const ofSouth = page.getByRole('region', { name: /Needs you at Fleet South/ });
  await expect.element(ofSouth.getByText(/^Fleet South · /)).toBeVisible();
  await expect.element(page.getByText(/^Example Fleet · /)).toBeVisible();
  await userEvent.click(group.getByText('Example Fleet 1'));
  await expect.poll(() => ofSouth.elements()).toEqual([]);
  await userEvent.click(group.getByText('Fleet South 2'));
  await expect.poll(() => page.getByText(/^Example Fleet · /).elements()).toEqual([]);
  await userEvent.click(ofSouth.getByRole('button', { name: /M BX 1042/ }));
  expect(await main.wasAsked('customers.show')).toEqual([
    { id: south.id, place: { screen: 'job', jobId: jobNumber(7) } },
  ]);
});

test('the Queue shows the operations that need a person at all customers, and opens the operation', async () => {
  await openWindow({ screen: 'queue', show: 'needs-you', operation: null }, /.*/, {
    ...of([north, south]),
    ...southNeeds,
    'queue.order': () => ({ seqs: [], lines: [] }),
    'queue.lines': () => ({ lines: [] }),
  });
  await expect.element(page.getByRole('radio', { name: 'Needs you 2' })).toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: /Install Box 001234021.*Fleet South/ }));
  expect(await main.wasAsked('customers.show')).toEqual([
    { id: south.id, place: { screen: 'queue', operation } },
  ]);
});

test('a laptop whose other customers need no person has no choice by customer', async () => {
  await openWindow({ screen: 'home' }, /.*/, {
    ...of([north, south]),
    'jobs.list': () => ({ jobs: [ownJob] }),
  });
  await expect.element(page.getByRole('heading', { name: /Needs you/ })).toBeVisible();
  expect(page.getByRole('radiogroup', { name: 'Needs you, by customer' }).elements()).toEqual([]);
});

test('the question says that a form of the Directory keeps its text, and that a running export stops', async () => {
  await openWindow({ screen: 'directory', section: 'groups', id: null }, 'Groups', {
    ...of([north, south]),
    ...exporting,
    'directory.listGroups': () => ({ rows: [], asOf: null }),
    'directory.searchGroups': () => ({ rows: [], asOf: null }),
    'edits.drafts': () => ({ drafts: [] }),
    'edits.saveDraft': () => ({}),
  });
  await userEvent.click(page.getByRole('button', { name: 'New group' }));
  await userEvent.type(page.getByRole('dialog').getByRole('textbox'), 'Vans');
  main.go({ screen: 'queue', operation: null }, south.id);
  const question = page.getByRole('dialog', { name: 'Switch to Fleet South?' });
  await expect.element(question.getByText(/Its text is kept as a draft/)).toBeVisible();
  await expect.element(question.getByText(/^A task that runs here stops/)).toBeVisible();
  expect(question.getByText(/is lost/).elements()).toEqual([]);
  // The question is over the form: a click on its button does not meet the form.
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(page.getByRole('dialog').getByRole('textbox')).toHaveValue('Vans');
});
