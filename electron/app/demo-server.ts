import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { orRefuse, readEnvironmentProfile, type Variables } from '../profiles/environment-profile.ts';
import type { Profile } from '../profiles/profile.ts';
import type { Sessions } from '../session/sessions.ts';

/** The settings that connect the app to a running demonstration, in the form of a managed laptop. */
export interface RunningDemo {
  readonly variables: Variables;
  /** The demonstration's own data folder; it is removed with the demonstration. */
  readonly dataDir: string;
}

/** An operator and a relay on this machine to try the app on. A packaged app has none. */
export interface DemoServer {
  readonly offered: boolean;
  /**
   * Starts the demonstration, or returns the one that runs. ProblemError `not-found` where it is not offered,
   * `unexpected` when it ends early.
   */
  readonly start: () => Promise<RunningDemo>;
  readonly stop: () => Promise<void>;
}

const firstLine = z.record(z.string(), z.string());

/** `script` is the program that serves a demonstration; it ends when its standard input closes. */
export function createDemoServer(script: string): DemoServer {
  let running: { readonly demo: Promise<RunningDemo>; readonly child: ChildProcess } | null = null;
  const stop = async () => {
    const ending = running;
    running = null;
    if (ending === null) return;
    ending.child.stdin?.end();
    const demo = await ending.demo.catch(() => null);
    if (ending.child.exitCode === null && ending.child.signalCode === null) {
      await new Promise((resolve) => {
        ending.child.once('exit', resolve);
      });
    }
    if (demo !== null) await rm(demo.dataDir, { recursive: true, force: true });
  };
  return {
    offered: existsSync(script),
    start: () => {
      if (!existsSync(script)) throw new ProblemError(makeProblem('not-found'));
      if (running === null) {
        // With this variable Electron's own binary runs as Node; plain Node ignores it.
        const child = spawn(process.execPath, [script], {
          env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
          stdio: ['pipe', 'pipe', 'inherit'],
        });
        running = { child, demo: readDemo(child) };
      }
      return running.demo;
    },
    stop,
  };
}

async function readDemo(child: ChildProcess): Promise<RunningDemo> {
  const line = await new Promise<string>((resolve, reject) => {
    if (child.stdout !== null) createInterface(child.stdout).once('line', resolve);
    child.once('error', reject);
    child.once('exit', (code) => {
      reject(new ProblemError(makeProblem('unexpected', {}, `the demonstration ended with ${code}`)));
    });
  });
  const variables = firstLine.parse(JSON.parse(line));
  return { variables, dataDir: await mkdtemp(join(tmpdir(), 'boxwright-demo-')) };
}

/** Starts the demonstration and opens its profile, which is not saved; its data is deleted at the end. */
export async function startDemo(
  demo: Pick<DemoServer, 'start'>,
  sessions: Pick<Sessions, 'use' | 'learnCustomerName'>,
): Promise<Profile> {
  const { variables, dataDir } = await demo.start();
  const given = orRefuse(readEnvironmentProfile(variables, { needsRelay: true }));
  const { address, credentials, customerId, relay, assumptions } = given;
  const customer = { id: customerId, name: `Customer ${customerId}` };
  const profile: Profile = { address, credentials, customer, relay, keeping: 'memory-only', assumptions };
  await sessions.use(profile, { dataDir, kept: false });
  await sessions.learnCustomerName();
  return profile;
}
