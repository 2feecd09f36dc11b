import { z } from 'zod';
import { openLaptop, write } from './laptop.ts';

/*
 * A laptop that is to be killed: it writes entries, and from the answer numbered HOLD_FROM on it never hears what the relay
 * said of them; the relay has kept them by then. It says `held` and waits for its end.
 */
const env = z
  .object({
    DATA_DIR: z.string(),
    RELAY_URL: z.string(),
    TOKEN: z.string(),
    ENTRIES: z.coerce.number(),
    HOLD_FROM: z.coerce.number(),
  })
  .parse(process.env);

let answers = 0;
const laptop = openLaptop({ dataDir: env.DATA_DIR, relayUrl: env.RELAY_URL, token: env.TOKEN }, (client) => ({
  ...client,
  appendLog: async (batch, signal) => {
    const answer = await client.appendLog(batch, signal);
    answers += 1;
    if (answers < env.HOLD_FROM) return answer;
    console.log('held');
    return new Promise(() => undefined);
  },
}));
write(laptop, env.ENTRIES);
