import { join } from 'node:path';
import { startServer, type Contender, type ContenderName } from './contender.ts';

const serverFile = join(import.meta.dirname, 'bare-server.ts');

/** The floor: what the same runtime does with the same request when it parses the body, keeps nothing and answers 204. */
export const bareNode: Contender = bare('bare node:http', 'node');
export const bareFastify: Contender = bare('bare Fastify', 'fastify');

function bare(name: ContenderName, kind: 'node' | 'fastify'): Contender {
  return {
    name,
    dialect: 'bare',
    start: async (place) => {
      const program = { command: process.execPath, args: [serverFile, kind], env: {} };
      const running = await startServer(place, program, (said) => Number(said()) || null);
      return { ...running, tokens: [] };
    },
  };
}
