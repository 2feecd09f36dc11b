import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FixtureTree, writeFixtureTree } from './fixture-tree.ts';
import { lint, type Violation } from './run-tools.ts';

/** Forbidden code, and the rule of the linter that refuses it. */
const refused = [
  ['electron/shell/link.ts', "import { shell } from 'electron';", 'no-restricted-imports'],
  ['electron/shell/link-whole.ts', "import * as electron from 'electron';", 'no-restricted-imports'],
  ['electron/shell/link-default.ts', "import electron from 'electron';", 'no-restricted-imports'],
  ['electron/shell/link-renamed.ts', "import { shell as door } from 'electron';", 'no-restricted-imports'],
  ['electron/shell/link-main.ts', "import { shell } from 'electron/main';", 'no-restricted-imports'],
  ['electron/shell/link-common.ts', "import { shell } from 'electron/common';", 'no-restricted-imports'],
  ['electron/shell/link-passed-on.ts', "export { shell } from 'electron';", 'no-restricted-imports'],
  ['electron/shell/link-made.ts', "import { createRequire } from 'node:module';", 'no-restricted-imports'],
  ['electron/shell/link-plain.ts', "export const door: unknown = require('electron');", 'no-require-imports'],
  ['electron/operations/queue/link.ts', "import { shell } from 'electron/main';", 'no-restricted-imports'],
  [
    'electron/shell/system.ts',
    "import { shell } from 'electron';\nvoid shell.openExternal('https://elsewhere.example/');",
    'no-restricted-properties',
  ],
  ['electron/shell/net.ts', "import { net } from 'electron';", 'no-restricted-imports'],
  ['electron/shell/crash.ts', "import { crashReporter } from 'electron';", 'no-restricted-imports'],
  ['electron/shell/screen.ts', "import { desktopCapturer } from 'electron';", 'no-restricted-imports'],
  ['electron/shell/ear.ts', "import { ipcMain } from 'electron';", 'no-restricted-imports'],
  ['electron/shell/process.ts', "import { spawn } from 'node:child_process';", 'no-restricted-imports'],
  [
    'electron/operations/queue/process.ts',
    "import { spawn } from 'node:child_process';",
    'no-restricted-imports',
  ],
  ['electron/operations/queue/window.ts', "import { app } from 'electron';", 'no-restricted-imports'],
  [
    'electron/operations/queue/code.ts',
    "import { runInThisContext } from 'node:vm';",
    'no-restricted-imports',
  ],
  ['electron/app/main.ts', "import { ipcMain } from 'electron';", 'no-restricted-imports'],
  ['electron/shell/preload.ts', "import { shell } from 'electron';", 'no-restricted-imports'],
  ['renderer/node.ts', "import { readFileSync } from 'node:fs';", 'no-restricted-imports'],
  ['renderer/electron.ts', "import { ipcRenderer } from 'electron';", 'no-restricted-imports'],
  ['renderer/net.ts', "void fetch('https://elsewhere.example/');", 'no-restricted-globals'],
  ['renderer/process.ts', "export const home = process.env['HOME'];", 'no-restricted-globals'],
  ['renderer/buffer.ts', "export const bytes = Buffer.from('a');", 'no-restricted-globals'],
  [
    'electron/operations/queue/page-store.ts',
    'export const kept = localStorage.length;',
    'no-restricted-globals',
  ],
  ['relay/feed/page-store.ts', 'export const kept = sessionStorage.length;', 'no-restricted-globals'],
  ['renderer/eval.ts', "eval('1');", 'no-eval'],
  ['renderer/function.ts', "export const made = new Function('return 1');", 'no-new-func'],
  ['renderer/address.ts', "export const address = 'javascript:1';", 'no-script-url'],
  ['renderer/markup.ts', "document.body.innerHTML = '<b>1</b>';", 'no-restricted-properties'],
  [
    'renderer/Raw.tsx',
    "export const Raw = () => <p dangerouslySetInnerHTML={{ __html: '' }} />;",
    'react(no-danger)',
  ],
] as const;

const allowed = {
  'electron/shell/calls.ts': "import { ipcMain } from 'electron';\nexport const handle = ipcMain.handle;\n",
  'electron/shell/window.ts':
    "import { BrowserWindow } from 'electron';\nexport const made = BrowserWindow;\n",
} as const;

let tree: FixtureTree;
let found: readonly Violation[];
beforeAll(async () => {
  tree = await writeFixtureTree({
    ...Object.fromEntries(refused.map(([file, code]) => [file, `${code}\n`])),
    ...allowed,
  });
  found = await lint(tree.root);
});
afterAll(() => tree.remove());

it.each(refused)('%s may not say: %s', (file, _code, rule) => {
  const rules = found.filter(({ from }) => from === file).map(({ rule: name }) => name);
  expect(rules.filter((name) => name.includes(rule))).not.toEqual([]);
});

it('an import in its allowed place is not refused', () => {
  expect(found.filter(({ from }) => from in allowed)).toEqual([]);
});
