import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { z } from 'zod';
import { callNames } from './shared/ipc/contract.ts';
import { wordsOfMain } from './shared/words/speak.ts';

const root = import.meta.dirname;

/**
 * Loaded with the screen that needs it: the screens but Home, the take-over of a job, other customers, the page of a failed start, dropped files, the
 * guides, the flows and their checklists, the marks on photos, the beginning of a series, controls of Mantine that Home does not show, the calendar, the
 * camera's reader, the words of a language, icons that Home does not show; of the schemas of shared/ all that nothing else stands on, for making them takes longer than reading them.
 */
const comesLater =
  /\/shared\/|\/docs\/|\/renderer\/(?:help\/reader\/|screens\/(?!home\/)|screens\/home\/(?:NeedsElsewhere|TakeJob)|app\/(?:CustomerSwitch|DropHub|StartFailedPage)|navigation\/dropped-files|components\/(?:annotate\/|day\/|checklist\/|series\/BeginSeries|box-badges|CarKeyDialog|CarSelect|files|instruction-words|key-forms|ReasonDialog)|data\/(?:boxes|form-drafts|supervision)\.|lists\/|flows\/|scanning\/(?:camera|setup)\/)|\/resources\/locales\/|\/node_modules\/(?:@mantine\/(?:dates|core\/esm\/components\/(?:Checkbox|FloatingIndicator|InlineInput|Menu|NumberInput|Radio|SegmentedControl|Switch|Textarea))|react-number-format|bwip-js|dayjs|papaparse|zxing-wasm)\/|\/icons\/Icon/;
// Without the folder of the project, whose own path may have one of these names in it.
const isBase = (id: string): boolean => !comesLater.test(id.replace(root.replaceAll('\\', '/'), ''));

/** For the publisher alone, who reads the places of a fault by them (test/packaging/name-places.ts): none is packaged or named. */
const sourcemap = 'hidden';

/** The window's words without those of main. */
const wordsOfWindow: Plugin = {
  name: 'boxwright:words-of-window',
  enforce: 'pre',
  transform: {
    filter: { id: /\/resources\/locales\/[a-z]{2}\.json$/ },
    handler: (json) => {
      const words = z.record(z.string(), z.unknown()).parse(JSON.parse(json));
      const parts: readonly string[] = wordsOfMain;
      return JSON.stringify(
        Object.fromEntries(Object.entries(words).filter(([part]) => !parts.includes(part))),
      );
    },
  },
};

/**
 * A schema of shared/ that no chunk uses is not made: each initializer with a call becomes a function that is called at once
 * and may be left out. Nothing in shared/ has an effect at load but the value that it makes.
 */
const unusedSchemas: Plugin = {
  name: 'boxwright:unused-schemas',
  transform: {
    // After the types are gone.
    order: 'post',
    filter: { id: /\/shared\/[^?]*\.ts$/ },
    handler(code) {
      const declared = this.parse(code).body.flatMap((statement) => {
        const inner = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
        return inner?.type === 'VariableDeclaration' ? inner.declarations : [];
      });
      let marked = code;
      // From the end, so that the places of the others stay. No line moves, so the map stays as it is.
      for (const { init } of declared.toReversed()) {
        if (init === null || init === undefined || init.type === 'ArrowFunctionExpression') continue;
        const made = code.slice(init.start, init.end);
        if (!made.includes('(')) continue;
        marked = `${marked.slice(0, init.start)}/* @__PURE__ */ (() => (${made}))()${marked.slice(init.end)}`;
      }
      return { code: marked, map: null };
    },
  },
};

export default defineConfig({
  main: {
    // The publisher names them at the release (docs/operations.md); without a key no update is ever taken.
    define: {
      BOXWRIGHT_RELEASE: JSON.stringify({
        key: process.env['BOXWRIGHT_UPDATE_KEY'] ?? null,
        feed: process.env['BOXWRIGHT_UPDATE_URL'] ?? null,
      }),
    },
    build: {
      // The app's packages go into its bundle, and the relay's stay out of the package. SQLite alone is a native
      // module and loaded from its folder.
      externalizeDeps: {
        exclude: ['electron-updater', 'fflate', 'i18next', 'undici', 'zod'],
      },
      outDir: 'out/main',
      sourcemap,
      rollupOptions: {
        // `debug` tries to load it and works without: it is a development dependency here, and is not shipped.
        external: ['supports-color'],
        input: {
          main: resolve(root, 'electron/app/main.ts'),
          'authorities-thread': resolve(root, 'electron/base/network/authorities-thread.ts'),
          'file-thread': resolve(root, 'electron/db/file-thread.ts'),
          'directory-thread': resolve(root, 'electron/directory/directory-thread.ts'),
          'supervision-thread': resolve(root, 'electron/supervision/supervision-thread.ts'),
        },
        // All in one folder: a part finds the files beside it (the thread, the page, the preload) wherever it is put.
        output: { chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    // The bridge is built from the contract's keys; their names alone go into the sandbox, not the schema library.
    define: { BOXWRIGHT_CALL_NAMES: JSON.stringify(callNames) },
    build: {
      outDir: 'out/preload',
      // A sandboxed preload is one CommonJS file: Electron gives it a `require` that knows `electron` alone.
      rollupOptions: {
        input: { preload: resolve(root, 'electron/shell/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: resolve(root, 'renderer'),
    plugins: [react(), wordsOfWindow, unusedSchemas],
    build: {
      outDir: resolve(root, 'out/renderer'),
      minify: true,
      sourcemap,
      rollupOptions: {
        input: { index: resolve(root, 'renderer/index.html') },
        // The common base of the screens is one file, ahead of the screens: where two rules weigh the same, the later one
        // wins, so Mantine's styles come before ours, and a component's before those of the screen that places it.
        output: { codeSplitting: { groups: [{ name: 'base', test: isBase }] } },
      },
    },
  },
});
