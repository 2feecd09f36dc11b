/**
 * Import directions between the top-level rooms. The linter sees one file at a time; this sees the graph.
 * Type-only imports count: a type that crosses a wall is a coupling too. The two forms this tool cannot read,
 * `import('...')` inside a type and `/// <reference path>`, the linter forbids everywhere.
 */

/** The folders of electron/, top to bottom. A folder imports only folders below it, so that no two folders form a circle. */
const floors = [
  'app',
  'shell',
  'handlers',
  'diagnostics',
  'session',
  'reports',
  'removal',
  'supervision',
  'edits',
  'updates',
  'people',
  'jobs',
  'directory',
  'operations',
  'notifications',
  'log',
  'trust',
  'profiles',
  'relay',
  'operator',
  'db',
  'base',
];

const rooms = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'shared-imports-nothing-of-ours',
      comment: 'shared/ is what both sides of a boundary need; it may depend on packages only.',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: '^(electron|renderer|relay|test)/' },
    },
    {
      name: 'electron-imports-shared-only',
      severity: 'error',
      from: { path: '^electron/' },
      to: { path: '^(renderer|relay|test)/' },
    },
    {
      name: 'renderer-imports-shared-only',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { path: '^(electron|relay|test)/' },
    },
    {
      name: 'what-screens-share-stands-in-the-components',
      comment: 'A screen and a flow know nothing of each other; what both show is in renderer/components.',
      severity: 'error',
      from: { path: '^renderer/(screens|components)/' },
      to: { path: '^renderer/flows/' },
    },
    {
      name: 'components-know-no-screen',
      severity: 'error',
      from: { path: '^renderer/(components|flows)/' },
      to: { path: '^renderer/screens/' },
    },
    {
      name: 'a-screen-knows-no-other-screen',
      severity: 'error',
      from: { path: '^renderer/screens/([^/]+)/' },
      to: { path: '^renderer/screens/', pathNot: '^renderer/screens/$1/' },
    },
    {
      name: 'the-ground-of-the-window-knows-no-component',
      comment: 'Data, routes, texts and formats stand below all that is shown: renderer/README.md.',
      severity: 'error',
      from: { path: '^renderer/(theme|i18n|format|data|navigation|lists)/' },
      to: { path: '^renderer/(components|scanning|finding|flows|screens|app)/' },
    },
    {
      name: 'the-frame-of-the-window-is-imported-by-none',
      severity: 'error',
      from: { path: '^renderer/', pathNot: '^renderer/(app/|main\\.tsx$)' },
      to: { path: '^renderer/app/' },
    },
    {
      name: 'relay-imports-shared-only',
      severity: 'error',
      from: { path: '^relay/' },
      to: { path: '^(electron|renderer|test)/' },
    },
    {
      name: 'the-simulator-is-an-independent-reading',
      comment:
        'test/operator reads the spec by itself: what it shared with the app, both would misread alike.',
      severity: 'error',
      from: { path: '^test/operator/' },
      to: { path: '^(electron|renderer|shared|relay)/' },
    },
    {
      name: 'only-the-shell-knows-electron',
      comment: 'electron/shell and electron/app/main.ts are the only code that may import electron.',
      severity: 'error',
      from: {
        path: '^(electron|renderer|shared|relay)/',
        pathNot: '^electron/(shell/|app/main\\.ts)',
      },
      to: { path: '(^|/)node_modules/electron/|^electron$' },
    },
    {
      name: 'what-is-restricted-is-imported-at-the-top',
      comment:
        'The linter says who may import what of these, and sees the imports at the top of a file only.',
      severity: 'error',
      from: { path: '^(electron|shared)/' },
      to: {
        path: '(^|/)node_modules/electron/|^electron$|^(?:node:)?(?:child_process|vm|module)$',
        dynamic: true,
      },
    },
    {
      name: 'only-the-desktop-app-imports-the-shell',
      comment: 'app/headless.ts shares the core; the core must not know the shell.',
      severity: 'error',
      from: { path: '^electron/', pathNot: '^electron/(shell/|app/(?:main|desktop-core)\\.ts)' },
      to: { path: '^electron/shell/' },
    },
    {
      name: 'every-folder-of-main-has-a-floor',
      severity: 'error',
      from: { path: '^electron/[^/]+/', pathNot: `^electron/(${floors.join('|')})/` },
      to: {},
    },
    ...floors.slice(1).map((folder, index) => ({
      name: `${folder}-imports-lower-floors`,
      comment: 'The order of the floors: docs/architecture.md. A value from above comes in as a parameter.',
      severity: 'error',
      from: { path: `^electron/${folder}/` },
      to: { path: `^electron/(${floors.slice(0, index + 1).join('|')})/` },
    })),
    {
      name: 'renderer-has-no-node',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'shared-has-no-node',
      comment: 'shared/ runs in the browser too.',
      severity: 'error',
      from: { path: '^shared/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'product-code-uses-no-dev-dependency-at-run-time',
      severity: 'error',
      from: { path: '^(electron|relay)/' },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: 'node_modules/electron/',
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // swc reads the TypeScript sources as written, imports of types included. The tool's default needs the compiler API of
    // TypeScript 6 and would, without it, silently see nothing; test/unit/boundaries proves that this one sees.
    parser: 'swc',
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.d.ts'] },
  },
};
module.exports = rooms;
