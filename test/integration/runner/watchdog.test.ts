import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { STALLED_AFTER_MS } from '../../runner/patience.ts';
import { runSuite } from '../../runner/run-suite.ts';
import type { Suite } from '../../runner/suites.ts';

/**
 * A runner that finishes one test at once and one each time the file `go` is written, while a third never ends. Its worker
 * does not listen to signals and holds a port as long as it lives.
 */
const STUCK_RUNNER = `
const { spawn } = require('node:child_process');
const { appendFileSync, existsSync, writeFileSync } = require('node:fs');
const say = (event) => appendFileSync(process.env.BOXWRIGHT_TEST_EVENTS, JSON.stringify(event) + '\\n');
const passed = (id) => say({ event: 'result', id, name: 'some.test.ts › ' + id, outcome: 'passed', milliseconds: 1 });
say({ event: 'started', id: 'stuck', name: 'some.test.ts › never ends' });
passed('first');
const stuck = "process.on('SIGTERM', () => {});" +
  "const server = require('node:net').createServer().listen(0, '127.0.0.1', () => process.send(server.address().port));";
const worker = spawn(process.execPath, ['-e', stuck], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
worker.on('message', (port) => writeFileSync('worker.port', String(port)));
const waiting = setInterval(() => {
  if (!existsSync('go')) return;
  clearInterval(waiting);
  passed('second');
  writeFileSync('went', '');
}, 5);
`;

const stuckSuite: Suite = { name: 'stuck', cli: 'stuck.cjs', owns: /none/, args: () => [] };

it('a run in which no test finishes is ended: it names the test under way, keeps what passed and leaves nothing behind', async () => {
  const root = await mkdtemp(join(tmpdir(), 'boxwright-watchdog-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  await mkdir(join(root, 'node_modules'));
  await writeFile(join(root, 'node_modules/stuck.cjs'), STUCK_RUNNER);

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const ended = runSuite(stuckSuite, { root, files: null, output: 'ignore' });
  const port = Number(await content(join(root, 'worker.port')));

  // The first result is read, and nearly the whole patience goes by; another result renews it.
  vi.advanceTimersByTime(STALLED_AFTER_MS - 1_000);
  await writeFile(join(root, 'go'), '');
  await content(join(root, 'went'));
  vi.advanceTimersByTime(STALLED_AFTER_MS - 1_000);
  await expect(connectTo(port)).resolves.toBeUndefined();

  vi.advanceTimersByTime(STALLED_AFTER_MS);
  const verdict = await ended;
  vi.useRealTimers();

  expect(verdict).toEqual({
    name: 'stuck',
    passed: 2,
    failed: 1,
    remark: 'stopped: no test had finished for 5 minutes',
    failures: ['some.test.ts › never ends\n  was running when the run ended'],
    lastWords: null,
  });
  await vi.waitFor(() => expect(connectTo(port)).rejects.toThrow('ECONNREFUSED'));
});

/** Once the file is there; by turns of the loop, since the timers stand still. */
async function content(path: string): Promise<string> {
  for (;;) {
    const text = await readFile(path, 'utf8').catch(() => null);
    if (text !== null && (text !== '' || path.endsWith('went'))) return text;
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
