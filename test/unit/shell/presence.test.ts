import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createPresence, createTray } from '../../../electron/shell/presence.ts';

const seen = vi.hoisted((): string[] => []);
vi.mock('electron', () => {
  const toBitmap = () => Buffer.alloc(32 * 32 * 4);
  return {
    app: { setBadgeCount: (count: number) => seen.push(`badge ${count}`) },
    Menu: { buildFromTemplate: (items: readonly { label?: string }[]) => items.map(({ label }) => label) },
    nativeImage: {
      createFromDataURL: () => ({ toString: () => 'icon', toBitmap }),
      createFromBitmap: (bitmap: Buffer, { width, height }: Record<'width' | 'height', number>) => ({
        toString: () =>
          `${width}x${height} of ${bitmap.length} bytes ${bitmap.includes(0xc4) ? 'with a dot' : 'plain'}`,
        toBitmap,
      }),
    },
    powerSaveBlocker: {
      start: (type: string) => seen.push(`awake: ${type}`),
      stop: (id: number) => seen.push(`blocker ${id} ends`),
    },
    Tray: class {
      constructor() {
        seen.push('shown');
      }
      on(): void {}
      setImage(picture: unknown): void {
        seen.push(`picture ${String(picture)}`);
      }
      setToolTip(says: string): void {
        seen.push(`tip ${says}`);
      }
      setTitle(title: string): void {
        seen.push(`title ${title}`);
      }
      setContextMenu(labels: readonly string[]): void {
        seen.push(`menu ${labels.join(' | ')}`);
      }
      destroy(): void {
        seen.push('gone');
      }
    },
  };
});

const window = {
  isDestroyed: () => false,
  setOverlayIcon: (icon: unknown, says: string) => seen.push(`overlay ${String(icon)}: ${says}`),
};
const quiet = { needPerson: 0, says: '', state: '', isSending: false };
const open = (platform: NodeJS.Platform) => createPresence(() => window, platform);

beforeEach(() => seen.splice(0));

describe('the number at the icon', () => {
  it('is set when it changes, and taken away', () => {
    const presence = open('darwin');
    for (const needPerson of [0, 2, 2, 0]) presence.show({ ...quiet, needPerson });
    expect(seen).toEqual(['badge 2', 'badge 0']);
  });

  it('is a dot with the number as a sentence on Windows', () => {
    const presence = open('win32');
    presence.show({ ...quiet, needPerson: 2, says: '2 operations need you' });
    presence.show(quiet);
    expect(seen).toEqual(['overlay 32x32 of 4096 bytes with a dot: 2 operations need you', 'overlay null: ']);
  });

  it('waits for the window on Windows', () => {
    let of: typeof window | null = null;
    const presence = createPresence(() => of, 'win32');
    const signs = { ...quiet, needPerson: 1, says: '1 operation needs you' };
    presence.show(signs);
    expect(seen).toEqual([]);
    of = window;
    presence.show(signs);
    expect(seen).toHaveLength(1);
  });
});

it('keeps the laptop awake with one blocker, from the first sending to the last', () => {
  const presence = open('linux');
  for (const isSending of [true, true, false, false, true]) presence.show({ ...quiet, isSending });
  expect(seen).toEqual(['awake: prevent-app-suspension', 'blocker 1 ends', 'awake: prevent-app-suspension']);
});

const words = { open: 'Open', quit: 'Quit', idle: 'Nothing waits', runsTitle: '', runs: '' };
const openTray = (platform: NodeJS.Platform) =>
  createTray({ platform, open: () => undefined, quit: () => undefined });

describe('the icon in the tray', () => {
  it('is drawn when it is wanted, once for the same signs, and taken away', () => {
    const tray = openTray('linux');
    tray.show({ needPerson: 0, state: 'Nothing waits' });
    expect(seen).toEqual([]);
    tray.use(words);
    tray.use(words);
    tray.show({ needPerson: 0, state: 'Nothing waits' });
    tray.use(null);
    expect(seen).toEqual([
      'shown',
      'picture 32x32 of 4096 bytes plain',
      'tip Boxwright: Nothing waits',
      'menu Open | Nothing waits |  | Quit',
      'gone',
    ]);
  });

  it('has a dot and the number as a sentence while operations need a person', () => {
    const tray = openTray('win32');
    tray.use(words);
    tray.show({ needPerson: 2, state: '2 operations need you' });
    expect(seen.slice(-3)).toEqual([
      'picture 32x32 of 4096 bytes with a dot',
      'tip Boxwright: 2 operations need you',
      'menu Open | 2 operations need you |  | Quit',
    ]);
  });

  it('has the number beside it on macOS', () => {
    const tray = openTray('darwin');
    tray.use(words);
    tray.show({ needPerson: 2, state: '2 operations need you' });
    tray.show({ needPerson: 0, state: 'Nothing waits' });
    expect(seen.filter((line) => line.startsWith('title'))).toEqual(['title ', 'title 2', 'title ']);
  });
});
