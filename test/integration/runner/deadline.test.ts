import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { runSuite } from '../../runner/run-suite.ts';
import type { Suite } from '../../runner/suites.ts';

/** A runner whose worker never ends, does not listen to signals, and holds a port as long as it lives. */
const STUCK_RUNNER = `
const { spawn } = require('node:child_process');
const { writeFileSync } = require('node:fs');
const stuck = "process.on('SIGTERM', () => {});" +
  "const server = require('node:net').createServer().listen(0, '127.0.0.1', () => process.send(server.address().port));";
const worker = spawn(process.execPath, ['-e', stuck], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
worker.on('message', (port) => writeFileSync('worker.port', String(port)));
`;

const DEADLINE_MS = 60_000;

const stuckSuite: Suite = {
  name: 'stuck',
  cli: 'stuck.cjs',
  args: () => [],
  env: () => ({}),
  read: () => ({ passed: 0, failed: 0, leftOut: 0, failures: [] }),
};

it('a runner past its deadline fails, and nothing it started goes on', async () => {
  const root = await mkdtemp(join(tmpdir(), 'boxwright-deadline-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  await mkdir(join(root, 'node_modules'));
  await writeFile(join(root, 'node_modules/stuck.cjs'), STUCK_RUNNER);

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const ended = runSuite(stuckSuite, { root, filters: [], deadlineMs: DEADLINE_MS, output: 'ignore' });
  const port = await portOfWorker(root);
  vi.advanceTimersByTime(DEADLINE_MS);
  const verdict = await ended;
  vi.useRealTimers();

  expect(verdict).toMatchObject({ passed: 0, failed: 1 });
  expect(verdict.remark).toMatch(/^stopped after/);
  await vi.waitFor(() => expect(connectTo(port)).rejects.toThrow('ECONNREFUSED'));
});

/** Once the worker is there; by turns of the loop, since the timers stand still. */
async function portOfWorker(root: string): Promise<number> {
  for (;;) {
    const text = await readFile(join(root, 'worker.port'), 'utf8').catch(() => '');
    if (text !== '') return Number(text);
  }
}

function connectTo(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve();
    });
    socket.on('error', reject);
  });
}
