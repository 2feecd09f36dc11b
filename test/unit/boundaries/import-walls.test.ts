import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FixtureTree, writeFixtureTree } from './fixture-tree.ts';
import { cruise, type Violation } from './run-tools.ts';

/** Every wall between rooms: a file that may not look, what it may not see, and the rule that says so. */
const walls = [
  { from: 'shared/a', to: 'electron/target', rule: 'shared-imports-nothing-of-ours' },
  { from: 'shared/b', to: 'renderer/target', rule: 'shared-imports-nothing-of-ours' },
  { from: 'shared/c', to: 'relay/target', rule: 'shared-imports-nothing-of-ours' },
  { from: 'shared/d', to: 'test/target', rule: 'shared-imports-nothing-of-ours' },
  { from: 'electron/a', to: 'renderer/target', rule: 'electron-imports-shared-only' },
  { from: 'electron/b', to: 'relay/target', rule: 'electron-imports-shared-only' },
  { from: 'electron/c', to: 'test/target', rule: 'electron-imports-shared-only' },
  { from: 'renderer/a', to: 'electron/target', rule: 'renderer-imports-shared-only' },
  { from: 'renderer/b', to: 'relay/target', rule: 'renderer-imports-shared-only' },
  { from: 'renderer/c', to: 'test/target', rule: 'renderer-imports-shared-only' },
  {
    from: 'renderer/screens/a',
    to: 'renderer/flows/target',
    rule: 'what-screens-share-stands-in-the-components',
  },
  {
    from: 'renderer/components/a',
    to: 'renderer/flows/target',
    rule: 'what-screens-share-stands-in-the-components',
  },
  { from: 'renderer/components/b', to: 'renderer/screens/target', rule: 'components-know-no-screen' },
  { from: 'renderer/flows/a', to: 'renderer/screens/target', rule: 'components-know-no-screen' },
  {
    from: 'renderer/screens/home/a',
    to: 'renderer/screens/target',
    rule: 'a-screen-knows-no-other-screen',
  },
  { from: 'relay/a', to: 'electron/target', rule: 'relay-imports-shared-only' },
  { from: 'relay/b', to: 'renderer/target', rule: 'relay-imports-shared-only' },
  { from: 'relay/c', to: 'test/target', rule: 'relay-imports-shared-only' },
  {
    from: 'electron/operations/queue',
    to: 'electron/shell/target',
    rule: 'only-the-desktop-app-imports-the-shell',
  },
  {
    from: 'electron/app/headless',
    to: 'electron/shell/target',
    rule: 'only-the-desktop-app-imports-the-shell',
  },
  {
    from: 'electron/operations/queue/a',
    to: 'electron/jobs/target',
    rule: 'operations-imports-lower-floors',
  },
  {
    from: 'electron/operations/outcomes/a',
    to: 'electron/edits/target',
    rule: 'operations-imports-lower-floors',
  },
  {
    from: 'electron/operations/assignments/a',
    to: 'electron/app/headless-run/target',
    rule: 'operations-imports-lower-floors',
  },
  { from: 'electron/jobs/b', to: 'electron/session/target', rule: 'jobs-imports-lower-floors' },
  { from: 'electron/session/a', to: 'electron/handlers/target', rule: 'session-imports-lower-floors' },
  { from: 'electron/base/a', to: 'electron/db/target', rule: 'base-imports-lower-floors' },
  { from: 'electron/shell/a', to: 'electron/app/target', rule: 'shell-imports-lower-floors' },
  { from: 'electron/elsewhere/a', to: 'electron/base/target', rule: 'every-folder-of-main-has-a-floor' },
  { from: 'test/operator/a', to: 'electron/target', rule: 'the-simulator-is-an-independent-reading' },
  { from: 'test/operator/b', to: 'shared/target', rule: 'the-simulator-is-an-independent-reading' },
] as const;

/** Packages and Node's own modules that a room may not have. */
const foreign = [
  { from: 'electron/jobs', to: 'electron', rule: 'only-the-shell-knows-electron' },
  { from: 'renderer/d', to: 'electron', rule: 'only-the-shell-knows-electron' },
  { from: 'shared/e', to: 'electron', rule: 'only-the-shell-knows-electron' },
  { from: 'renderer/e', to: 'node:fs', rule: 'renderer-has-no-node' },
  { from: 'shared/f', to: 'node:fs', rule: 'shared-has-no-node' },
] as const;

/** Each way to write an import. The tool would be blind to a wall if it read only some of them. */
const forms = [
  { form: 'value', text: (to: string) => `import { value } from '${to}';\nexport const used = value;\n` },
  { form: 'type', text: (to: string) => `import type { T } from '${to}';\nexport type U = T;\n` },
  { form: 'inline-type', text: (to: string) => `import { type T } from '${to}';\nexport type U = T;\n` },
  { form: 're-export', text: (to: string) => `export { value } from '${to}';\n` },
  { form: 're-export-type', text: (to: string) => `export type { T } from '${to}';\n` },
  { form: 'export-all', text: (to: string) => `export * from '${to}';\n` },
  {
    form: 'dynamic',
    text: (to: string) => `export const load = async () => (await import('${to}')).value;\n`,
  },
  { form: 'side-effect', text: (to: string) => `import '${to}';\n` },
] as const;

const crossings = [
  ...walls.map(({ from, to, rule }) => ({
    from,
    rule,
    to,
    specifier: `${'../'.repeat(depth(from))}${to}.ts`,
  })),
  ...foreign.map(({ from, to, rule }) => ({ from, rule, to, specifier: to })),
];

function depth(path: string): number {
  return path.split('/').length - 1;
}

const targets = Object.fromEntries(
  [
    'electron',
    'electron/shell',
    'electron/jobs',
    'electron/edits',
    'electron/app',
    'electron/app/headless-run',
    'electron/session',
    'electron/handlers',
    'electron/db',
    'electron/base',
    'renderer',
    'renderer/flows',
    'renderer/screens',
    'relay',
    'shared',
    'test',
  ].map((room) => [
    `${room}/target.ts`,
    'export interface T {\n  readonly value: number;\n}\nexport const value = 1;\n',
  ]),
);

const others: Readonly<Record<string, string>> = {
  'electron/circle-one.ts': "import { two } from './circle-two.ts';\nexport const one = () => two;\n",
  'electron/circle-two.ts': "import { one } from './circle-one.ts';\nexport const two = () => one;\n",
  'electron/dev.ts': "export { value } from 'only-for-tests';\n",
  'relay/dev.ts': "export { value } from 'only-for-tests';\n",
  ...Object.fromEntries(
    ['electron', 'node:child_process', 'node:vm', 'node:module'].map((name) => [
      `electron/shell/late-${name.replace(':', '-')}.ts`,
      `export const load = async () => (await import('${name}')).value;\n`,
    ]),
  ),
};

describe('the import walls', () => {
  let tree: FixtureTree;
  let violations: readonly Violation[];

  beforeAll(async () => {
    const crossing = crossings.flatMap(({ from, specifier }) =>
      forms.map(({ form, text }) => [`${from}-${form}.ts`, text(specifier)] as const),
    );
    tree = await writeFixtureTree({ ...targets, ...others, ...Object.fromEntries(crossing) });
    ({ violations } = await cruise(tree.root));
  });
  afterAll(() => tree.remove());

  it.each(crossings)('$from may not reach $to, however it is written', ({ from, rule }) => {
    const caught = violations.filter((found) => found.rule === rule && found.from.startsWith(`${from}-`));
    expect(caught.map((found) => found.from).toSorted()).toEqual(
      forms.map(({ form }) => `${from}-${form}.ts`).toSorted(),
    );
  });

  it('two files may not need each other', () => {
    expect(violations.filter(({ rule }) => rule === 'no-cycles').map(({ from }) => from)).toContain(
      'electron/circle-one.ts',
    );
  });

  it.each(['electron', 'node-child_process', 'node-vm', 'node-module'])(
    '%s is not imported past the linter, which sees the top of a file alone',
    (name) => {
      const from = `electron/shell/late-${name}.ts`;
      expect(violations).toContainEqual({ from, rule: 'what-is-restricted-is-imported-at-the-top' });
    },
  );

  it.each(['electron/dev.ts', 'relay/dev.ts'])(
    '%s may not run on a package that only tests install',
    (from) => {
      expect(violations).toContainEqual({ from, rule: 'product-code-uses-no-dev-dependency-at-run-time' });
    },
  );
});

describe('imports that the walls allow', () => {
  it('is every direction of the architecture, seen without doubt', async () => {
    const tree = await writeFixtureTree({
      ...targets,
      'electron/app/main.ts': "import { value } from '../shell/target.ts';\nexport const started = value;\n",
      'electron/shell/window.ts': "import { value } from 'electron';\nexport const shown = value;\n",
      'electron/queue.ts': "import { value } from '../shared/target.ts';\nexport const queued = value;\n",
      'electron/jobs/change.ts': "import { value } from '../db/target.ts';\nexport const changed = value;\n",
      'electron/types.ts': "import type { T } from 'only-for-tests';\nexport type Port = T;\n",
      'electron/disk.ts': "import { readFile } from 'node:fs/promises';\nexport const read = readFile;\n",
      'renderer/screen.tsx': "import type { T } from '../shared/target.ts';\nexport type Shown = T;\n",
      'relay/main.ts': "import { value } from 'used';\nexport const kept = value;\n",
      'test/unit/everything.test.ts':
        "import { value } from '../../electron/shell/target.ts';\nexport const tested = value;\n",
      'test/operator/main.ts':
        "import { createServer } from 'node:http';\nexport const make = createServer;\n",
    });
    const { violations, doubts } = await cruise(tree.root);
    await tree.remove();
    expect(violations).toEqual([]);
    expect(doubts).toEqual([]);
  });
});
