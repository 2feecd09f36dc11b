import { afterEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { hashOf } from '../../renderer/navigation/route.ts';
import { openDialog } from '../../renderer/navigation/use-shortcuts.ts';
import { clearNotice, showNotice } from '../../renderer/scanning/notice-store.ts';
import { changeDraft, clearDraft } from '../../renderer/screens/connect/draft.ts';
import { defaultPreferences } from '../../shared/domain/settings.ts';
import { operationAction } from '../../shared/domain/operation-commands.ts';
import type { CallName } from '../../shared/ipc/contract.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { row } from '../unit/supervision-exports/rows.ts';
import { boardOf } from './page/board.ts';
import { dialog, pressUnderDialog } from './page/keys.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';
import { line, operation, queueOf } from './page/operations.ts';
import { plannedView } from './page/planned.ts';
import { keyOf, type ShortcutName, shortcuts } from './page/shortcut-list.ts';
import type { Answers } from './page/stand-in.ts';

/** One shortcut: where it is live, and its effect. */
interface Case {
  /** Opens the screen on which the key is live. */
  readonly open: () => Promise<unknown>;
  /** Opens it under a dialog, where Ctrl+K does not lead to one. */
  readonly cover?: () => Promise<unknown>;
  /** Waits for the effect of the key. */
  readonly acted: () => Promise<unknown>;
  /** Fails when the key had an effect under the dialog, which is closed by now. */
  readonly idle: () => unknown;
}

const finding: Answers = {
  'finding.find': () => ({ cars: [], boxes: [], jobs: [], groups: [], users: [] }),
};
const find = async () => {
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.poll(openDialog).not.toBeNull();
};
const openHelp = () => page.getByRole('button', { name: 'Keys', exact: true }).click();
const dialogShows = () => expect.element(dialog()).toBeVisible();
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const visible = (name: string | RegExp) => () => expect.element(heading(name)).toBeVisible();

/** The effect is a call of the main process. */
const calls = (name: CallName, inputs?: readonly unknown[]) => ({
  acted: async () => {
    const asked = await main.wasAsked(name);
    if (inputs !== undefined) expect(asked).toEqual(inputs);
  },
  idle: () => expect(main.asked(name)).toEqual([]),
});
/** The effect is a dialog; `pressUnderDialog` waits until none is left. */
const asks = (screen: string | RegExp) => ({ acted: dialogShows, idle: visible(screen) });

const openHome = () =>
  openWindow({ screen: 'home' }, /Bay 3 Tester/, {
    ...finding,
    'jobs.start': () => {
      throw new ProblemError(makeProblem('database-busy'));
    },
  });
const openPlan = async () => {
  await openWindow({ screen: 'home' }, /Bay 3 Tester/, {
    ...finding,
    'planning.list': () => ({ plannedJobs: [plannedView(1, 'M-AA 1')] }),
    'planning.begin': () => {
      throw new ProblemError(makeProblem('database-busy'));
    },
  });
  await expect.element(page.getByRole('button', { name: 'Begin M-AA 1' })).toBeVisible();
};
const begins = (kind: string) => ({ open: openHome, ...calls('jobs.start', [{ kind }]) });

const openQueue = async () => {
  await openWindow({ screen: 'queue', show: 'open', operation }, 'Queue', queueOf(operationAction.options));
  await expect.element(page.getByRole('button', { name: /Send again/ })).toBeVisible();
};
const seen = { state: 'blocked', attempts: 1, revision: 0 };
const sends = (action: 'retry' | 'release') => ({
  open: openQueue,
  ...calls(`queue.${action}`, [{ operationId: operation, seen }]),
});
const questionOf = { open: openQueue, ...asks('Queue') };

const rows = [row(1), row(2), row(3)] as const;
const hashOfJob = (index: 0 | 1 | 2) =>
  hashOf({ screen: 'installation', jobId: rows[index].jobId, view: '' });
const openTable = async () => {
  const table = { screen: 'installations', part: 'table', view: '' } as const;
  await openWindow(table, 'Installations', { ...finding, ...boardOf(rows) });
  await expect.element(page.getByRole('grid')).toBeVisible();
};
const selectAll = async () => {
  await openTable();
  page.getByRole('grid').element().focus();
  await userEvent.keyboard('{Control>}a{/Control}');
  await expect.element(page.getByRole('button', { name: /^Approve/ })).toBeVisible();
};
const openJob = async () => {
  const job = { screen: 'installation', jobId: rows[1].jobId, view: '' } as const;
  await openWindow(job, /Vito/, { ...finding, ...boardOf(rows) });
  await expect.element(page.getByRole('button', { name: /^Approve/ })).toBeVisible();
  await main.wasAsked('supervision.ids');
};
const goesTo = (neighbour: 0 | 2) => ({
  open: openJob,
  acted: () => expect.poll(() => window.location.hash).toBe(hashOfJob(neighbour)),
  idle: () => expect(window.location.hash).toBe(hashOfJob(1)),
});
const openPhoto = async () => {
  await openJob();
  await page.getByRole('button', { name: 'Show large: Photo a' }).first().click();
  await expect.element(dialog()).toHaveAccessibleName('Photo a');
};
/** The arrows belong to the dialog of the photo, so they are dead under another one. */
const photo = {
  open: openPhoto,
  cover: async () => {
    await openJob();
    await openHelp();
  },
  acted: () => expect.element(dialog()).toHaveAccessibleName('Photo b'),
  idle: visible(/Vito/),
};

const worker = () => page.getByRole('heading', { name: 'Who is working?' });
const notice = () => page.getByText('W0L0XCF0864000001');
const search = (name: string | RegExp) => page.getByRole('searchbox', { name });

const cases: Readonly<Record<ShortcutName, Case>> = {
  'app/Frame.tsx escape': {
    open: async () => {
      await openWindow({ screen: 'home' }, 'Today', {
        ...finding,
        'app.preferences': () => ({ ...defaultPreferences, theme: 'light', worker: '' }),
        'people.list': () => ({
          people: [
            { id: '019ab000-0000-7000-8000-000000000011', name: 'Bay 1', hasPin: false, hasBadge: false },
          ],
        }),
      });
      await expect.element(worker()).toBeVisible();
    },
    acted: () => expect.element(worker()).not.toBeInTheDocument(),
    idle: () => expect.element(worker()).toBeVisible(),
  },
  'help/HelpButton.tsx F1': { open: openHome, ...asks(/Bay 3 Tester/) },
  'finding/FindDialog.tsx mod+K': {
    open: openQueue,
    cover: async () => {
      await openQueue();
      await openHelp();
    },
    ...asks('Queue'),
  },
  'scanning/ScanHub.tsx escape': {
    open: async () => {
      await openHome();
      showNotice({
        about: 'scan',
        says: { key: 'home.title' },
        code: 'W0L0XCF0864000001',
        car: null,
        actions: [],
      });
      await expect.element(notice()).toBeVisible();
    },
    acted: () => expect.element(notice()).not.toBeInTheDocument(),
    idle: () => expect.element(notice()).toBeVisible(),
  },
  'screens/connect/SyncPage.tsx Enter': {
    open: async () => {
      changeDraft({ step: 'sync' });
      await openWindow({ screen: 'connect' }, 'The fleet is on this laptop', finding);
    },
    acted: () => expect.poll(() => window.location.hash).toBe('#/home'),
    idle: () => expect(window.location.hash).toBe('#/connect'),
  },
  'screens/home/HomeScreen.tsx installation': begins('installation'),
  'screens/home/HomeScreen.tsx removal': begins('removal'),
  'screens/home/HomeScreen.tsx swap': begins('swap'),
  'screens/home/PlannedJobs.tsx planned': { open: openPlan, ...calls('planning.begin') },
  'screens/queue/OperationActs.tsx retry': sends('retry'),
  'screens/queue/OperationActs.tsx release': sends('release'),
  'screens/queue/OperationActs.tsx correct': questionOf,
  'screens/queue/OperationActs.tsx hold': questionOf,
  'screens/queue/OperationActs.tsx cancel': questionOf,
  'screens/queue/OperationActs.tsx cancel-dependants': questionOf,
  'screens/queue/OperationActs.tsx decide-done': questionOf,
  'screens/queue/OperationActs.tsx decide-not-done': questionOf,
  'screens/queue/OperationActs.tsx move-to-car': questionOf,
  'screens/queue/OperationActs.tsx acknowledge': questionOf,
  'screens/queue/OperationPane.tsx escape': {
    open: openQueue,
    acted: () => expect.poll(() => window.location.hash).toBe('#/queue/open'),
    idle: () => expect(window.location.hash).toBe(`#/queue/open/${operation}`),
  },
  'screens/queue/QueueScreen.tsx /': {
    open: openQueue,
    acted: () => expect.element(search(/Search/)).toHaveFocus(),
    idle: () => expect.element(search(/Search/)).not.toHaveFocus(),
  },
  'screens/queue/QueueScreen.tsx ?': {
    open: openQueue,
    acted: () => expect.element(dialog()).toHaveAccessibleName('Keys'),
    idle: visible('Queue'),
  },
  'screens/queue/QueueScreen.tsx tryNow': { open: openQueue, ...calls('queue.tryNow', [{}]) },
  'screens/queue/QueueScreen.tsx moved': movedList(),
  'screens/supervisor/InstallationScreen.tsx J': goesTo(2),
  'screens/supervisor/InstallationScreen.tsx K': goesTo(0),
  'screens/supervisor/KeysButton.tsx ?': {
    open: openTable,
    acted: () => expect.element(dialog()).toHaveAccessibleName('Keys'),
    idle: visible('Installations'),
  },
  'screens/supervisor/filters/FilterBar.tsx /': {
    open: openTable,
    acted: () => expect.element(page.getByRole('searchbox').first()).toHaveFocus(),
    idle: () => expect.element(page.getByRole('searchbox').first()).not.toHaveFocus(),
  },
  'screens/supervisor/job/Photo.tsx ArrowLeft': photo,
  'screens/supervisor/job/Photo.tsx ArrowRight': photo,
  'screens/supervisor/review/ReviewBar.tsx approve': {
    open: openJob,
    ...calls('reviewing.review'),
    acted: async () =>
      expect(await main.wasAsked('reviewing.review')).toMatchObject([{ verdict: 'approved', basedOn: 0 }]),
  },
  'screens/supervisor/review/ReviewBar.tsx rework': { open: openJob, ...asks(/Vito/) },
  'screens/supervisor/table/TablePart.tsx approve': { open: selectAll, ...asks('Installations') },
};

/** The list has changed while the pointer holds it: the key shows it as it is now. */
function movedList(): Case {
  const other = { ...line, seq: 2, id: '019ab000-0000-7000-8000-000000000002' };
  const both = (seqs: number[]): Answers => ({
    'queue.order': () => ({ seqs, lines: [line, other] }),
    'queue.lines': () => ({ lines: [line, other] }),
  });
  const firstOption = () => page.getByRole('option').first();
  return {
    open: async () => {
      await openWindow({ screen: 'queue', show: 'open', operation }, 'Queue', {
        ...queueOf(operationAction.options),
        ...both([1, 2]),
      });
      await page.getByRole('listbox').hover();
      await expect.element(firstOption()).toHaveAttribute('id', 'operation-1');
      main.answer(both([2, 1]));
      main.announce('queue');
      await expect.element(page.getByRole('button', { name: /^The list has changed/ })).toBeVisible();
      await expect.element(firstOption()).toHaveAttribute('id', 'operation-1');
    },
    acted: () => expect.element(firstOption()).toHaveAttribute('id', 'operation-2'),
    // The dialog takes the pointer off the list, which is then in its new order by itself.
    idle: visible('Queue'),
  };
}

/** The key as a person presses it. */
function pressed(name: ShortcutName): string {
  const key = keyOf(name);
  if (key === '?') return '{Shift>}?{/Shift}';
  if (key.startsWith('mod+')) return `{Control>}${key.slice('mod+'.length).toLowerCase()}{/Control}`;
  return key.length === 1 ? key.toLowerCase() : `{${key === 'escape' ? 'Escape' : key}}`;
}

afterEach(() => {
  clearNotice();
  clearDraft();
});

describe.each(shortcuts.map((name) => [name] as const))('%s', (name) => {
  const { open, cover, acted, idle } = cases[name];

  test('acts while no dialog is open', async () => {
    await open();
    await userEvent.keyboard(pressed(name));
    await acted();
    expect(main.faults()).toEqual([]);
  });

  test('does nothing under a dialog', async () => {
    if (cover === undefined) {
      await open();
      await find();
    } else await cover();
    await pressUnderDialog(pressed(name));
    await idle();
    expect(main.faults()).toEqual([]);
  });
});
