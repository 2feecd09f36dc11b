import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const root = join(import.meta.dirname, '../../..');

/** Node's arguments of `npm run relay`, with absolute paths. */
export function relayArguments(): readonly string[] {
  const file = z.object({ scripts: z.object({ relay: z.string().startsWith('node ') }) });
  const { scripts } = file.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const [, ...args] = scripts.relay.split(' ');
  return args.map((argument) => (argument.startsWith('-') ? argument : join(root, argument)));
}
