import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const KEYS = join(import.meta.dirname, 'remembered-keys.ts');

/**
 * Of what tests start hundreds of times in their own process:
 *
 * - A thread starts from its bundle (`programs.ts`): loading its modules one by one is half of a start. A relay and a headless run in
 *   a process of their own run from their sources in one test each.
 * - A new database comes from a template (`template-databases.ts`).
 * - The key of a passphrase or a PIN is derived once (`remembered-keys.ts`): it is slow on purpose.
 */
export const quickStarts: Plugin = {
  name: 'boxwright:quick-starts',
  enforce: 'pre',
  transform: {
    filter: {
      id: /\/(?:relay\/store\/sqlite\/writer|electron\/(?:db\/(?:beside|open)|jobs\/hand-over\/seal|people\/proofs))\.ts$/,
    },
    handler: async (code, id) => {
      if (id.endsWith('/open.ts'))
        return code.replaceAll("'./migrate.ts'", "'../../test/runner/template-databases.ts'");
      if (/\/(?:seal|proofs)\.ts$/.test(id))
        return `import { scrypt } from '${pathToFileURL(KEYS).href}';\n${code.replace(', scrypt', '')}`;
      const { builtPrograms } = await import('./programs.ts');
      const { writerThread, fileThread } = await builtPrograms();
      return code
        .replaceAll(
          "new URL('writer-thread.ts', import.meta.url)",
          `new URL('${pathToFileURL(writerThread).href}')`,
        )
        .replaceAll('new URL(fileOfThread, import.meta.url)', `new URL('${pathToFileURL(fileThread).href}')`);
    },
  },
};
