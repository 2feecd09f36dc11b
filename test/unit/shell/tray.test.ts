import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTray } from '../../../electron/shell/tray.ts';

const seen = vi.hoisted((): string[] => []);
vi.mock('electron', () => {
  const picture = (name: string) => ({ name, toBitmap: () => Buffer.alloc(32 * 32 * 4) });
  return {
    Menu: { buildFromTemplate: (items: readonly { label?: string }[]) => items.map(({ label }) => label) },
    nativeImage: {
      createFromDataURL: () => picture('icon'),
      createFromBitmap: (bitmap: Buffer) => picture(bitmap.includes(0xc4) ? 'with a dot' : 'plain'),
    },
    Tray: class {
      constructor() {
        seen.push('shown');
      }
      on(): void {}
      setImage({ name }: { readonly name: string }): void {
        seen.push(`picture ${name}`);
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

const words = { open: 'Open', quit: 'Quit', idle: 'Nothing waits', runsTitle: '', runs: '' };
const open = (platform: NodeJS.Platform) =>
  createTray({ platform, open: () => undefined, quit: () => undefined });

beforeEach(() => seen.splice(0));

describe('the icon in the tray', () => {
  it('is drawn when it is wanted, once for the same signs, and taken away', () => {
    const tray = open('linux');
    tray.show({ needPerson: 0, state: 'Nothing waits' });
    expect(seen).toEqual([]);
    tray.use(words);
    tray.use(words);
    tray.show({ needPerson: 0, state: 'Nothing waits' });
    tray.use(null);
    expect(seen).toEqual([
      'shown',
      'picture plain',
      'tip Boxwright: Nothing waits',
      'menu Open | Nothing waits |  | Quit',
      'gone',
    ]);
  });

  it('has a dot and the number as a sentence while operations need a person', () => {
    const tray = open('win32');
    tray.use(words);
    tray.show({ needPerson: 2, state: '2 operations need you' });
    expect(seen.slice(-3)).toEqual([
      'picture with a dot',
      'tip Boxwright: 2 operations need you',
      'menu Open | 2 operations need you |  | Quit',
    ]);
  });

  it('has the number beside it on macOS', () => {
    const tray = open('darwin');
    tray.use(words);
    tray.show({ needPerson: 2, state: '2 operations need you' });
    tray.show({ needPerson: 0, state: 'Nothing waits' });
    expect(seen.filter((line) => line.startsWith('title'))).toEqual(['title ', 'title 2', 'title ']);
  });
});
