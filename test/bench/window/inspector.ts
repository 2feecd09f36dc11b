import { once } from 'node:events';
import { z } from 'zod';

/** A process that can be asked what it holds and how late it is, from outside. */
export interface Inspector {
  readonly ask: (method: string, params?: object) => Promise<unknown>;
  /** The value of an expression in that process. */
  readonly evaluate: (expression: string) => Promise<unknown>;
  readonly close: () => void;
}

const answer = z.object({
  id: z.number().optional(),
  result: z.unknown(),
  error: z.object({ message: z.string() }).optional(),
});
const evaluated = z.object({
  result: z.object({ value: z.unknown().optional() }),
  exceptionDetails: z.object({ text: z.string() }).optional(),
});

/** Attaches to a Node process by the address that `--inspect` printed. */
export async function inspect(address: string): Promise<Inspector> {
  const socket = new WebSocket(address);
  await once(socket, 'open');
  const waiting = new Map<number, (said: z.infer<typeof answer>) => void>();
  socket.addEventListener('message', ({ data }) => {
    const said = answer.parse(JSON.parse(String(data)));
    if (said.id === undefined) return;
    waiting.get(said.id)?.(said);
    waiting.delete(said.id);
  });
  let asked = 0;
  const ask = async (method: string, params: object = {}) => {
    const id = (asked += 1);
    const said = new Promise<z.infer<typeof answer>>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { result, error } = await said;
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  return {
    ask,
    evaluate: async (expression) => {
      const { result, exceptionDetails } = evaluated.parse(
        await ask('Runtime.evaluate', { expression, returnByValue: true }),
      );
      if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
      return result.value;
    },
    close: () => socket.close(),
  };
}
