import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Router } from '../../../electron/handlers/router.ts';
import type { Envelope } from '../../../shared/ipc/messages.ts';
import { makeProblem } from '../../../shared/problem.ts';
import { childEnvironment } from '../../runner/child-environment.ts';
import { askAsWindow } from '../../unit/ipc/ask-as-window.ts';
import type { Children } from '../children.ts';
import { coreAnswered, type Memory } from './messages.ts';

const program = join(import.meta.dirname, 'core-process.ts');

/** The app's core in a process of its own. */
export interface CoreProcess {
  /** Asks as a page of the window; the answer of a killed process is a ProblemError. */
  readonly page: (name: string) => ReturnType<typeof askAsWindow>;
  /** The memory of the process after a sweep. */
  readonly memory: () => Promise<Memory>;
  /** SIGKILL; resolves when the process is gone. */
  readonly kill: () => Promise<void>;
}

/** Starts it over the data folder and waits until it answers. */
export async function startCoreProcess(
  dataDir: string,
  children: Children,
  env: Readonly<Record<string, string>> = {},
): Promise<CoreProcess> {
  const child = fork(program, [dataDir], {
    execArgv: ['--expose-gc'],
    env: { ...childEnvironment(), ...env },
    stdio: 'inherit',
  });
  children.add(child);
  const gone = once(child, 'exit');
  const waiting = new Map<number, (envelope: Envelope<unknown>) => void>();
  let measured = Promise.withResolvers<Memory>();
  const ready = Promise.withResolvers<void>();
  child.on('message', (message) => {
    const said = coreAnswered.parse(message);
    if ('ready' in said) return ready.resolve();
    if ('memory' in said) return measured.resolve(said.memory);
    waiting.get(said.number)?.(said.envelope);
    waiting.delete(said.number);
  });
  void gone.then(() => {
    ready.reject(new Error('the core ended before it answered'));
    for (const answer of waiting.values()) answer({ ok: false, error: makeProblem('unexpected') });
    waiting.clear();
  });
  let asked = 0;
  const router: Router = {
    handle: (name, input, { page }) => {
      const { promise, resolve } = Promise.withResolvers<Envelope<unknown>>();
      asked += 1;
      waiting.set(asked, resolve);
      if (child.connected) child.send({ number: asked, page, name, input });
      else resolve({ ok: false, error: makeProblem('unexpected') });
      return promise;
    },
  };
  await ready.promise;
  return {
    page: (name) => askAsWindow(router, name),
    memory: () => {
      measured = Promise.withResolvers();
      child.send({ memory: true });
      return measured.promise;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
