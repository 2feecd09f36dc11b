import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createPresence } from '../../../electron/shell/presence.ts';

const seen = vi.hoisted((): string[] => []);
vi.mock('electron', () => ({
  app: { setBadgeCount: (count: number) => seen.push(`badge ${count}`) },
  nativeImage: {
    createFromBitmap: (bitmap: Buffer, { width, height }: Record<'width' | 'height', number>) =>
      `${width}x${height} of ${bitmap.length} bytes`,
  },
  powerSaveBlocker: {
    start: (type: string) => seen.push(`awake: ${type}`),
    stop: (id: number) => seen.push(`blocker ${id} ends`),
  },
}));

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
    expect(seen).toEqual(['overlay 32x32 of 4096 bytes: 2 operations need you', 'overlay null: ']);
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
