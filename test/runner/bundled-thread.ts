import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/**
 * Relays in the process of a test start their thread from its bundle (`programs.ts`): hundreds of relays are started, and loading
 * the thread's modules one by one is half of a start. A relay in a process of its own runs from its sources in the kill and fuzz tests.
 */
export const bundledThread: Plugin = {
  name: 'boxwright:bundled-thread',
  enforce: 'pre',
  transform: {
    filter: { id: /\/relay\/store\/sqlite\/writer\.ts$/ },
    handler: async (code) => {
      const { builtPrograms } = await import('./programs.ts');
      const address = pathToFileURL((await builtPrograms()).writerThread).href;
      return code.replaceAll("new URL('writer-thread.ts', import.meta.url)", `new URL('${address}')`);
    },
  },
};
