import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');

/** Runs the prose check over one page, with the rules of the repository. */
async function check(page: string): Promise<{ readonly code: number | null; readonly said: string }> {
  const cli = join(root, 'node_modules/textlint/bin/textlint.js');
  const args = [cli, '--stdin', '--stdin-filename', join(root, 'docs/page.md'), '--format', 'unix'];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] });
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  child.stdin.end(page);
  const said = await text(child.stdout);
  return { code: await closed, said };
}

it('refuses each word of the list, a sentence that begins with What, and a long sentence', async () => {
  const words = ['nobody', 'somebody', 'whoever', 'told', 'anew', 'heeds'];
  const sentences = words.map((word) => `The relay ${word} here.`);
  const long = `The queue ${'waits and '.repeat(25)}sends.`;
  const { code, said } = await check(`# Page\n\n${[...sentences, 'What is sent.', long].join('\n\n')}\n`);
  expect(code).toBe(1);
  expect(said.match(/\/prh\]/g)).toHaveLength(words.length + 1);
  expect(said.match(/\/sentence-length\]/g)).toHaveLength(1);
});

it('takes plain sentences, and names in code', async () => {
  expect(await check('# Page\n\nThe relay stores the result. Its state is `told`.\n')).toMatchObject({
    code: 0,
  });
});
