import { fork } from 'node:child_process';
import { on } from 'node:events';
import { join } from 'node:path';
import type { JobId } from '../../../shared/ids.ts';
import { SILENT_FOR_MS } from '../../../shared/relay/rescue.ts';
import { childEnvironment } from '../../runner/child-environment.ts';
import type { Children } from '../children.ts';
import { relayAnswered, type RelayAsked } from './messages.ts';

const program = join(import.meta.dirname, 'relay-process.ts');

/** A relay in a process of its own. */
export interface CrewRelay {
  readonly url: string;
  /** A token for one more laptop. */
  readonly token: (name: string, role: 'installer' | 'supervisor') => Promise<string>;
  /** By the relay's clock no laptop has reported for so long that others may continue its jobs. */
  readonly silence: () => Promise<void>;
  /** Whether it has a mirror of the job. */
  readonly isMirrored: (job: JobId) => Promise<boolean>;
}

/** Starts it over the data folder and waits until it listens. */
export async function startCrewRelay(dataDir: string, children: Children): Promise<CrewRelay> {
  const child = fork(program, [dataDir], { env: { ...childEnvironment() }, stdio: 'inherit' });
  children.add(child);
  const ended = new AbortController();
  child.once('exit', () => ended.abort());
  const messages = on(child, 'message', { signal: ended.signal });
  const next = async () => {
    const { value } = await messages.next();
    return relayAnswered.parse(Array.isArray(value) ? value[0] : value);
  };
  const ask = async (asked: RelayAsked) => {
    child.send(asked);
    return next();
  };
  const first = await next();
  if (!('url' in first)) throw new Error('the relay does not say where it listens');
  return {
    url: first.url,
    token: async (name, role) => {
      const answered = await ask({ name, role });
      if (!('token' in answered)) throw new Error('the relay made no token');
      return answered.token;
    },
    silence: async () => {
      await ask({ silentMs: SILENT_FOR_MS });
    },
    isMirrored: async (job) => {
      const answered = await ask({ mirrorOf: job });
      return 'isMirrored' in answered && answered.isMirrored;
    },
  };
}
