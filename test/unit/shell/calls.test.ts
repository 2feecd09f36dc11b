import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, isTrustedSender } from '../../../electron/shell/calls.ts';
import type { Router, Sender } from '../../../electron/handlers/router.ts';

type Frame = { readonly url: string; readonly parent: Frame | null };
type Listener = (event: object, ...args: unknown[]) => unknown;

const heard = vi.hoisted(() => {
  const listeners: { channel: string; listener: unknown }[] = [];
  return listeners;
});
vi.mock('electron', () => ({
  ipcMain: {
    handle: (channel: string, listener: unknown) => heard.push({ channel, listener }),
  },
  BrowserWindow: { getAllWindows: () => [] },
}));

const isListener = (value: unknown): value is Listener => typeof value === 'function';
const OWN: Frame = { url: 'boxwright://app/', parent: null };

beforeEach(() => {
  heard.length = 0;
});

/** The sender that the router sees for this frame, and whether it may call. */
async function judged(senderFrame: Frame | null): Promise<boolean | undefined> {
  const senders: Sender[] = [];
  answerCalls(async () => ({
    handle: async (_name, _input, sender) => {
      senders.push(sender);
      return { ok: true, value: {} };
    },
  }));
  const [only] = heard;
  if (isListener(only?.listener)) await only.listener({ sender: { id: 7 }, senderFrame }, 'app.info', {});
  const [sender] = senders;
  return sender === undefined ? undefined : isTrustedSender(sender);
}

describe('a message from a window', () => {
  it('comes in by one channel', async () => {
    await judged(OWN);
    expect(heard).toHaveLength(1);
  });

  it('waits while the core is being made, and is judged by the state of its frame when it came', async () => {
    const core = Promise.withResolvers<Router>();
    const senders: Sender[] = [];
    answerCalls(() => core.promise);
    const [only] = heard;
    const event: { sender: { id: number }; senderFrame: Frame | null } = {
      sender: { id: 7 },
      senderFrame: OWN,
    };
    const answer = isListener(only?.listener) ? only.listener(event, 'app.info', {}) : null;
    event.senderFrame = null;
    core.resolve({
      handle: async (_name, _input, sender) => {
        senders.push(sender);
        return { ok: true, value: 'answered' };
      },
    });
    expect(await answer).toEqual({ ok: true, value: 'answered' });
    expect(senders).toEqual([{ windowId: 7, url: OWN.url, isMainFrame: true, page: '' }]);
  });

  it('counts from the top frame of our own page', async () => {
    expect(await judged(OWN)).toBe(true);
  });

  it.each<readonly [string, Frame | null]>([
    ['a frame within our page', { url: 'boxwright://app/', parent: OWN }],
    ['a frame that is gone', null],
    ['a report', { url: 'boxwright://report/1', parent: null }],
    ['another host of our scheme', { url: 'boxwright://app.elsewhere/', parent: null }],
    ['an address that names us as a user', { url: 'boxwright://app@elsewhere/', parent: null }],
    ['a page from the network', { url: 'https://app/', parent: null }],
    ['a file', { url: 'file:///boxwright://app/', parent: null }],
    ['a page without an address', { url: 'about:blank', parent: null }],
  ])('does not count from %s', async (_who, frame) => {
    expect(await judged(frame)).toBe(false);
  });
});
