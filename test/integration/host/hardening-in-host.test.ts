import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { projectRoot } from '../../host/electron/settings.ts';
import { type LaunchedApp, launchApp } from '../../host/launch.ts';

let dataDir: string;
let app: LaunchedApp;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'boxwright-hardening-'));
  app = await launchApp({ shortLived: true, env: { BOXWRIGHT_DATA_DIR: dataDir } });
  // The refusals of the page's policy arrive here.
  await app.page.evaluate(() => {
    const refused: string[] = [];
    Reflect.set(window, 'refused', refused);
    document.addEventListener('securitypolicyviolation', (event) => refused.push(event.effectiveDirective));
  });
});
afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

const refused = () =>
  app.page.evaluate((): string[] => {
    const reported: unknown = Reflect.get(window, 'refused');
    return Array.isArray(reported) ? reported.map(String) : [];
  });
const refusedBy = (directive: string) => vi.waitFor(async () => expect(await refused()).toContain(directive));

describe('a script that came in where text was expected', () => {
  it('is not made of text', async () => {
    const outcome = await app.page.evaluate(async () => {
      // Code of a debugger may evaluate; code of the page afterwards may not.
      await new Promise((resolve) => {
        setTimeout(resolve, 0);
      });
      return ['eval', 'Function'].map((maker) => {
        const made: unknown = Reflect.get(window, maker);
        try {
          if (typeof made === 'function') Reflect.apply(made, null, ['1']);
          return 'ran';
        } catch (cause) {
          return cause instanceof Error ? cause.name : 'other';
        }
      });
    });
    expect(outcome).toEqual(['EvalError', 'EvalError']);
  });

  it('does not run from an attribute', async () => {
    const ran = await app.page.evaluate(() => {
      const button = document.createElement('button');
      button.setAttribute('onclick', 'window.injected = true');
      document.body.append(button);
      button.click();
      button.remove();
      return 'injected' in window;
    });
    expect(ran).toBe(false);
    await refusedBy('script-src-attr');
  });

  it.each(['blob', 'data'])('does not run as a worker from a %s: address', async (scheme) => {
    const outcome = await app.page.evaluate(async (kind) => {
      const code = 'postMessage("ran")';
      const address =
        kind === 'blob'
          ? URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))
          : `data:text/javascript,${code}`;
      return new Promise<string>((resolve) => {
        try {
          const worker = new Worker(address);
          worker.addEventListener('message', () => resolve('ran'));
          worker.addEventListener('error', () => resolve('refused'));
        } catch {
          resolve('refused');
        }
      });
    }, scheme);
    expect(outcome).toBe('refused');
    await refusedBy('worker-src');
  });
});

describe('the permissions of a page', () => {
  it('is no style that the app did not make', async () => {
    const shown = await app.page.evaluate(() => {
      const style = document.createElement('style');
      style.textContent = '#root { outline: 7px solid red }';
      document.head.append(style);
      const root = document.getElementById('root');
      const width = root === null ? '' : getComputedStyle(root).outlineWidth;
      style.remove();
      return width;
    });
    expect(shown).not.toBe('7px');
    await refusedBy('style-src-elem');
  });

  it('is no frame, also none of its own, which would come with the bridge', async () => {
    const bridges = await app.page.evaluate(async () => {
      const found: string[] = [];
      for (const source of ['/index.html', 'https://elsewhere.example/', 'data:text/html,<p>1</p>']) {
        const frame = document.createElement('iframe');
        frame.src = source;
        const settled = new Promise((resolve) => {
          frame.addEventListener('load', resolve);
          frame.addEventListener('error', resolve);
        });
        document.body.append(frame);
        await settled;
        const { contentWindow } = frame;
        try {
          if (contentWindow !== null && contentWindow.document.querySelector('#root, p') !== null)
            found.push(`content of ${source}`);
          if (contentWindow !== null && 'boxwright' in contentWindow) found.push(`bridge in ${source}`);
        } catch {
          // Another origin, the browser's own page of refusal: nothing of it can be read.
        }
        frame.remove();
      }
      return found;
    });
    expect(bridges).toEqual([]);
    await refusedBy('frame-src');
  });

  it('is no form that sends itself elsewhere, and no other base for its addresses', async () => {
    const base = await app.page.evaluate(() => {
      const form = document.createElement('form');
      form.action = 'https://elsewhere.example/';
      form.method = 'post';
      document.body.append(form);
      form.submit();
      form.remove();
      const other = document.createElement('base');
      other.href = 'https://elsewhere.example/';
      document.head.append(other);
      const address = new URL('x', document.baseURI).host;
      other.remove();
      return address;
    });
    expect(base).not.toBe('elsewhere.example');
    await refusedBy('form-action');
    await refusedBy('base-uri');
  });

  it('is no picture from elsewhere', async () => {
    const outcome = await app.page.evaluate(
      () =>
        new Promise((resolve) => {
          const picture = new Image();
          picture.addEventListener('load', () => resolve('loaded'));
          picture.addEventListener('error', () => resolve('refused'));
          picture.src = 'https://elsewhere.example/key.png';
        }),
    );
    expect(outcome).toBe('refused');
    await refusedBy('img-src');
  });

  it.each(['WebSocket', 'EventSource', 'beacon'])('is no way out by %s', async (way) => {
    const before = (await refused()).length;
    await app.page.evaluate((kind) => {
      try {
        if (kind === 'WebSocket') void new WebSocket('wss://elsewhere.example/');
        if (kind === 'EventSource') void new EventSource('https://elsewhere.example/');
        if (kind === 'beacon') navigator.sendBeacon('https://elsewhere.example/', '1');
      } catch {
        // Some of them throw at once; the event comes all the same.
      }
    }, way);
    await vi.waitFor(async () => expect((await refused()).slice(before)).toContain('connect-src'));
  });
});

describe('the app’s own addresses', () => {
  const loads = (address: string) =>
    app.page.evaluate(
      (source) =>
        new Promise((resolve) => {
          const script = document.createElement('script');
          script.type = 'module';
          script.addEventListener('load', () => resolve('loaded'));
          script.addEventListener('error', () => resolve('not there'));
          script.src = source;
          document.head.append(script);
        }),
      address,
    );

  it('answer a script of the window', async () => {
    const [script] = (await readdir(join(projectRoot, 'out/renderer/assets'))).filter((name) =>
      /^index-[\w-]+\.js$/.test(name),
    );
    expect(await loads(`/assets/${script}`)).toBe('loaded');
  });

  it.each([
    '/../preload/preload.cjs',
    '/%2e%2e/main/main.js',
    '/..%2fmain%2fmain.js',
    '/%2e%2e%2fmain/main.js',
    '/assets/..%2f..%2fmain%2fmain.js',
    '/..%5cmain%5cmain.js',
    '/..%252fmain/main.js',
    '/%c0%ae%c0%ae/main/main.js',
    '//main/main.js',
  ])('lead nowhere beside the window’s files: %s', async (address) => {
    expect(await loads(address)).toBe('not there');
  });
});

it('the camera is the only thing of the machine that the window may use', async () => {
  const states = await app.page.evaluate(async () => {
    const names = ['camera', 'microphone', 'geolocation', 'notifications', 'midi', 'clipboard-read'] as const;
    const found: [string, string][] = [];
    for (const name of names) {
      // Some of these names are newer than the compiler's list.
      const { permissions } = navigator;
      const query: unknown = Reflect.get(permissions, 'query');
      if (typeof query !== 'function') continue;
      const status: unknown = await Reflect.apply(query, permissions, [{ name }]);
      if (status instanceof PermissionStatus) found.push([name, status.state]);
    }
    return Object.fromEntries(found);
  });
  expect(states).toEqual({
    camera: 'granted',
    microphone: 'denied',
    geolocation: 'denied',
    notifications: 'denied',
    midi: 'denied',
    'clipboard-read': 'denied',
  });
});
