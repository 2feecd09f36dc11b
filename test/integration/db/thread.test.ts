import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { MessageChannel, Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createThread, given, serveThread } from '../../../electron/db/thread.ts';

test('a request is carried out after the one before it, also where that one waits or fails', async () => {
  const { port1, port2 } = new MessageChannel();
  const steps: string[] = [];
  serveThread(port2, {
    request: z.string(),
    work: async (name) => {
      steps.push(`${name} begins`);
      await nextTurn();
      await nextTurn();
      if (name === 'second') throw new Error('no room');
      steps.push(`${name} ends`);
      return name;
    },
    close: () => void steps.push('closed'),
  });
  const answers: unknown[] = [];
  port1.on('message', (answer: unknown) => answers.push(answer));
  for (const [number, request] of ['first', 'second', 'third', null].entries()) {
    port1.postMessage({ number, request }, []);
  }
  while (answers.length < 4) await once(port1, 'message');
  port1.close();
  expect(steps).toEqual([
    'first begins',
    'first ends',
    'second begins',
    'third begins',
    'third ends',
    'closed',
  ]);
  expect(answers).toMatchObject([
    { number: 0, failure: null, answer: 'first' },
    { number: 1, failure: { code: 'unexpected', raw: 'no room' } },
    { number: 2, failure: null, answer: 'third' },
    { number: 3, failure: null },
  ]);
});

/** A thread that answers each request with an object of its own. */
const ANSWERING = `const { parentPort } = require('node:worker_threads');
parentPort.on('message', ({ number }) => parentPort.postMessage({ number, failure: null, answer: { number } }));`;

test('an answer is not kept after its request', async () => {
  setFlagsFromString('--expose-gc');
  const sweep = z.function({ input: [], output: z.unknown() }).parse(runInNewContext('gc'));
  const thread = createThread({
    start: () => new Worker(ANSWERING, { eval: true }),
    answer: given<{ number: number }>(),
  });
  const answers: WeakRef<object>[] = [];
  for (let request = 0; request < 20; request += 1) answers.push(new WeakRef(await thread.ask(request)));
  // A dereferenced object stays until the end of its turn.
  await nextTurn();
  sweep();
  const kept = answers.filter((answer) => answer.deref() !== undefined).length;
  await thread.end();
  // The newest may still be in use by the thread's own messages.
  expect(kept).toBeLessThanOrEqual(2);
});
