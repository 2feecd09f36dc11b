import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from './talk.ts';
import { childEnvironment } from '../../runner/child-environment.ts';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

function run(environment: Record<string, string>, command = [process.execPath, 'test/operator/main.ts']) {
  const child = spawn(command[0] ?? '', command.slice(1), {
    env: { ...childEnvironment(), OPERATOR_CARS: '10', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const lines: string[] = [];
  const errors: string[] = [];
  const out = createInterface({ input: child.stdout });
  out.on('line', (line) => lines.push(line));
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
  return { child, lines, errors, exited: once(child, 'exit') };
}

describe('the operator as a process', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'prints one line with its base address and ends well on %s',
    async (signal) => {
      const { child, lines, exited } = run({ OPERATOR_USERNAME: 'someone', OPERATOR_ENVIRONMENT: 'prod' });
      await eventually(() => lines).toHaveLength(1);
      const url = /^operator listening on (http:\/\/127\.0\.0\.1:\d+\/v3)$/.exec(lines[0] ?? '')?.[1];
      const token = await fetch(`${url}/oauth2/token`, {
        method: 'POST',
        headers: { 'service-API-Key': 'demo-api-key' },
        body: new URLSearchParams({ grant_type: 'password', username: 'someone', password: 'demo-password' }),
      });
      expect(token.status).toBe(200);
      child.kill(signal);
      expect(await exited).toEqual([0, null]);
      expect(lines).toHaveLength(1);
    },
  );

  it('names a setting it cannot read and ends with 2', async () => {
    const { errors, exited } = run({ OPERATOR_PORT: 'any' });
    expect(await exited).toEqual([2, null]);
    expect(errors.join('')).toContain('OPERATOR_PORT');
  });

  it('does not outlive the npm script that started it', async () => {
    const { child, lines } = run({}, ['npm', 'run', '--silent', 'operator']);
    await eventually(() => lines).toHaveLength(1);
    const url = lines[0]?.split(' ').at(-1) ?? '';
    expect((await fetch(url)).status).toBe(404);
    child.kill('SIGTERM');
    const isListening = () =>
      fetch(url).then(
        () => true,
        () => false,
      );
    await eventually(isListening).toBe(false);
  });
});
