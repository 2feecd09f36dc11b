import { randomBytes } from 'node:crypto';
import type { CDPSession, Page } from '@playwright/test';
import { z } from 'zod';
import { isolatedWorld, mainWorld, type WorldNames } from './page-worlds.ts';

const fromPage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('invoke'), id: z.number(), channel: z.string(), args: z.array(z.unknown()) }),
  z.object({
    kind: z.literal('bounds'),
    x: z.number(),
    y: z.number(),
    width: z.number(),
    height: z.number(),
  }),
]);

/** Window bounds in screen points. */
export interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The host's handling of messages of the isolated world. */
export interface PageLinkEvents {
  readonly invoke: (channel: string, args: readonly unknown[]) => Promise<unknown>;
  readonly bounds: (bounds: Bounds) => void;
}

/** The host's end of the line into a page's isolated world. */
export interface PageLink {
  /** Like `webContents.send`: dropped while no document with a preload is there. */
  readonly send: (channel: string, args: readonly unknown[]) => Promise<void>;
}

/** Puts the preload script and its bridge into every document this page will load. Call before the first one. */
export async function linkPage(page: Page, preload: string, events: PageLinkEvents): Promise<PageLink> {
  const names = makeNames();
  const cdp = await page.context().newCDPSession(page);
  let contextId: number | null = null;
  cdp.on('Runtime.executionContextCreated', ({ context }) => {
    if (context.name === names.world) contextId = context.id;
  });
  cdp.on('Runtime.executionContextDestroyed', (gone) => {
    if (gone.executionContextId === contextId) contextId = null;
  });
  const deliver = async (to: number, message: unknown): Promise<void> => {
    const expression = `${names.deliver}(${JSON.stringify(JSON.stringify(message))})`;
    // A document that was left in the meantime no longer wants its answer.
    await cdp.send('Runtime.evaluate', { contextId: to, expression }).catch(() => {});
  };
  cdp.on('Runtime.bindingCalled', (called) => {
    if (called.name === names.binding) {
      void answer(called.payload, events, (message) => deliver(called.executionContextId, message));
    }
  });
  await install(cdp, names, preload);
  return {
    send: async (channel, args) => {
      if (contextId !== null) await deliver(contextId, { kind: 'send', channel, args });
    },
  };
}

async function install(cdp: CDPSession, names: WorldNames, preload: string): Promise<void> {
  await cdp.send('Page.enable');
  await cdp.send('Runtime.enable');
  // The binding exists in the isolated world alone: the page's own scripts cannot call the host.
  await cdp.send('Runtime.addBinding', { name: names.binding, executionContextName: names.world });
  const namesText = JSON.stringify(names);
  await cdp.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `(${mainWorld.toString()})(${namesText})`,
  });
  await cdp.send('Page.addScriptToEvaluateOnNewDocument', {
    worldName: names.world,
    source: `(${isolatedWorld.toString()})(${namesText}, function (require, module, exports) {${preload}\n})`,
  });
}

async function answer(
  payload: string,
  events: PageLinkEvents,
  reply: (message: unknown) => Promise<void>,
): Promise<void> {
  const message = fromPage.parse(JSON.parse(payload));
  if (message.kind === 'bounds') {
    events.bounds(message);
    return;
  }
  const { id, channel } = message;
  try {
    await reply({ kind: 'invoked', id, ok: true, value: await events.invoke(channel, message.args) });
  } catch (cause) {
    const text = `Error invoking remote method '${channel}': ${String(cause)}`;
    await reply({ kind: 'invoked', id, ok: false, message: text });
  }
}

function makeNames(): WorldNames {
  const salt = randomBytes(8).toString('hex');
  return {
    world: `preload-${salt}`,
    binding: `host_${salt}`,
    deliver: `deliver_${salt}`,
    toIsolated: `to-isolated-${salt}`,
    toMain: `to-main-${salt}`,
  };
}
