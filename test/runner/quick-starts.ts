import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import type { Start } from './kept-thread.ts';

const KEYS = join(import.meta.dirname, 'remembered-keys.ts');
const THREADS = join(import.meta.dirname, 'kept-threads.ts');

/**
 * Of what tests start hundreds of times in their own process:
 *
 * - A thread that has done its work does the next one (`kept-threads.ts`). A relay and a headless run in a process of their own
 *   start their own threads.
 * - The key of a passphrase or a PIN is derived once (`remembered-keys.ts`): it is slow on purpose.
 */
export const quickStarts: Plugin = {
  name: 'boxwright:quick-starts',
  enforce: 'pre',
  transform: {
    filter: {
      id: /\/(?:relay\/store\/sqlite\/writer|electron\/(?:db\/file-worker|directory\/directory|supervision\/copies-file|jobs\/hand-over\/file-format|people\/proofs))\.ts$/,
    },
    handler: (code, id) => {
      if (/\/(?:file-format|proofs)\.ts$/.test(id))
        return `import { scrypt } from '${pathToFileURL(KEYS).href}';\n${replaced(code, id, ', scrypt', '')}`;
      const work = workOf(id);
      const kept = replaced(code, id, "'node:worker_threads'", `'${pathToFileURL(THREADS).href}'`);
      return replaced(
        kept,
        id,
        'new URL(fileOfThread, import.meta.url)',
        `new URL('#${work}', import.meta.url)`,
      );
    },
  },
};

function workOf(id: string): Start['work'] {
  if (id.endsWith('/writer.ts')) return 'writes';
  if (id.endsWith('/copies-file.ts')) return 'supervision';
  return id.endsWith('/directory.ts') ? 'directory' : 'files';
}

/** A source that was changed must not silently start from its slow form again. */
function replaced(code: string, id: string, from: string, to: string): string {
  if (!code.includes(from)) throw new Error(`${id} has no ${from} to be replaced`);
  return code.replaceAll(from, to);
}
