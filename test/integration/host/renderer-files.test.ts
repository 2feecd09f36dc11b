import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerRendererFile, createReportPages } from '../../../electron/shell/served-pages.ts';

let folder: string;
let root: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boxwright-files-'));
  root = join(folder, 'renderer');
  await mkdir(join(root, 'assets'), { recursive: true });
  await writeFile(join(folder, 'secret.json'), '{"canary":true}');
  await writeFile(join(root, 'index.html'), '<!doctype html><title>here</title>');
  await writeFile(join(root, 'assets/app.js'), 'export {};');
  await symlink(join(folder, 'secret.json'), join(root, 'link.json'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the renderer, served from its own scheme', () => {
  it('serves the page for the bare origin and files by path, with their types', async () => {
    const page = await answerRendererFile(root, 'GET', '/');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await page.text()).toContain('here');
    const script = await answerRendererFile(root, 'GET', '/assets/app.js');
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  });

  it.each([
    '/../secret.json',
    '/%2e%2e/secret.json',
    '/assets/..%2f..%2fsecret.json',
    '/assets/..%5c..%5csecret.json',
    '/..%00/secret.json',
    '//etc/passwd',
    '/link.json',
    '/%E0%A4%A',
    '/assets',
    '/missing.js',
  ])('answers %s like a file that is not there', async (path) => {
    const answer = await answerRendererFile(root, 'GET', path);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toBe('');
  });

  it('answers reads only', async () => {
    expect((await answerRendererFile(root, 'POST', '/')).status).toBe(405);
    expect(await (await answerRendererFile(root, 'HEAD', '/')).text()).toBe('');
  });

  it('sends a policy without outside addresses, inline or evaluated scripts, on every answer', async () => {
    for (const path of ['/', '/assets/app.js', '/missing.js']) {
      const policy =
        (await answerRendererFile(root, 'GET', path)).headers.get('content-security-policy') ?? '';
      // Word for word: each part stands for a way out that no other part closes.
      expect(policy.replace(/ 'nonce-[^']+'/, '').split('; ')).toEqual([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ]);
    }
  });

  it('says with every answer that it is of one kind, for this app alone, and that no name is looked up ahead', async () => {
    for (const path of ['/', '/assets/app.js', '/missing.js']) {
      const { headers } = await answerRendererFile(root, 'GET', path);
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'x-dns-prefetch-control': 'off',
      });
    }
  });

  it('names a number used once, in the page and in its policy alone, for the styles that the page makes itself', async () => {
    await writeFile(join(root, 'index.html'), '<meta property="csp-nonce" nonce="STYLE-NONCE">');
    const once = async () => {
      const page = await answerRendererFile(root, 'GET', '/');
      const [, nonce] = /nonce="([^"]+)"/.exec(await page.text()) ?? [];
      const policy = page.headers.get('content-security-policy') ?? '';
      expect(policy).toContain(`style-src 'self' 'nonce-${nonce}';`);
      expect(policy).toContain("script-src 'self';");
      return nonce;
    };
    const [first, second] = [await once(), await once()];
    expect(first).toMatch(/^[\w+/]{22}==$/);
    expect(second).not.toBe(first);
  });

  it('lets WebAssembly run in the app’s own workers alone, and nothing else there that may not run elsewhere', async () => {
    await writeFile(join(root, 'assets/decoder.worker-B0X_f-9.js'), 'export {};');
    const policyOf = async (path: string) =>
      (await answerRendererFile(root, 'GET', path)).headers.get('content-security-policy') ?? '';
    const worker = await policyOf('/assets/decoder.worker-B0X_f-9.js');
    expect(worker).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(worker.replace(" 'wasm-unsafe-eval'", '')).toBe(await policyOf('/assets/app.js'));
  });
});

describe('a report waiting to be printed', () => {
  it('is answered at its own address, without scripts, until it is dropped', async () => {
    const pages = createReportPages();
    const offered = pages.offer('<p>done</p>');
    const { pathname } = new URL(offered.url);
    expect(await pages.answer(pathname).text()).toBe('<p>done</p>');
    expect(pages.answer(pathname).headers.get('content-security-policy')).toContain("default-src 'none'");
    offered.forget();
    expect(pages.answer(pathname).status).toBe(404);
  });
});
