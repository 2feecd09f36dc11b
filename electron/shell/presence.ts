import { app, type BrowserWindow, nativeImage, powerSaveBlocker, Menu, Tray } from 'electron';
import icon from '../../resources/icons/linux/32x32.png?inline';
import type { Presence, PresenceSigns, BackgroundWords } from '../base/ports.ts';

/* The signs of the app beside its window: the number at its icon, and the icon in the tray. */

/** Pixels. Windows shows the overlay at 16 points, on high-resolution screens with twice as many pixels. */
const DOT = 32;

/**
 * Shows the number of operations that need a person at the app's icon (dock, Unity launcher; a red dot on Windows,
 * which shows no number), and keeps the laptop awake while it sends. The screen may still turn off and lock.
 */
export function createPresence(
  window: () => Pick<BrowserWindow, 'isDestroyed' | 'setOverlayIcon'> | null,
  platform: NodeJS.Platform,
): Presence {
  let said = '';
  let blocker: number | null = null;

  const setNumber = ({ needPerson, says }: PresenceSigns): void => {
    const saying = `${needPerson} ${needPerson === 0 ? '' : says}`;
    if (saying === said || (said === '' && needPerson === 0)) return;
    if (platform === 'win32') {
      const open = window();
      // Without a window the overlay is skipped; the next change sets it.
      if (open === null || open.isDestroyed()) return;
      open.setOverlayIcon(needPerson === 0 ? null : redDot(), says);
    } else {
      app.setBadgeCount(needPerson);
    }
    said = saying;
  };
  const keepAwake = ({ isSending }: PresenceSigns): void => {
    if (isSending) blocker ??= powerSaveBlocker.start('prevent-app-suspension');
    if (isSending || blocker === null) return;
    powerSaveBlocker.stop(blocker);
    blocker = null;
  };
  return {
    show: (signs) => {
      setNumber(signs);
      keepAwake(signs);
    },
  };
}

function redDot() {
  const middle = (DOT - 1) / 2;
  const bitmap = paintRedDot(emptyBitmap(DOT), DOT, [middle, middle], DOT / 2);
  return nativeImage.createFromBitmap(bitmap, { width: DOT, height: DOT, scaleFactor: 2 });
}

const SIZE = 32;
const DOT_RADIUS = 8;

/** The actions of the tray. */
export interface TrayParts {
  readonly platform: NodeJS.Platform;
  readonly open: () => void;
  readonly quit: () => void;
}

type Signs = Pick<PresenceSigns, 'needPerson' | 'state'>;

/** The app's icon in the tray: a red dot while operations need a person, and a menu with the state of the work. */
export function createTray({ platform, open, quit }: TrayParts) {
  let tray: Tray | null = null;
  let words: BackgroundWords | null = null;
  let signs: Signs | null = null;
  let drawn = '';

  const draw = (): void => {
    if (tray === null || words === null) return;
    const state = signs?.state ?? words.idle;
    const needPerson = signs?.needPerson ?? 0;
    const drawing = JSON.stringify([words, state, needPerson]);
    if (drawing === drawn) return;
    drawn = drawing;
    tray.setImage(pictureOf(needPerson > 0));
    tray.setToolTip(`Boxwright: ${state}`);
    // Only macOS shows text beside the icon.
    if (platform === 'darwin') tray.setTitle(needPerson > 0 ? String(needPerson) : '');
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: words.open, click: open },
        { label: state, enabled: false },
        { type: 'separator' },
        { label: words.quit, click: quit },
      ]),
    );
  };
  return {
    /** Shows the icon with these words; null removes it. */
    use: (wanted: BackgroundWords | null): void => {
      words = wanted;
      if (wanted === null) {
        tray?.destroy();
        tray = null;
        drawn = '';
        return;
      }
      if (tray === null) {
        tray = new Tray(pictureOf(false));
        // No click event is sent where a click opens the menu.
        tray.on('click', open);
      }
      draw();
    },
    show: (shown: Signs): void => {
      signs = shown;
      draw();
    },
  };
}

function pictureOf(withDot: boolean) {
  const picture = nativeImage.createFromDataURL(icon);
  if (!withDot) return nativeImage.createFromBitmap(picture.toBitmap(), atTwice);
  const corner = [SIZE - DOT_RADIUS, DOT_RADIUS] as const;
  return nativeImage.createFromBitmap(paintRedDot(picture.toBitmap(), SIZE, corner, DOT_RADIUS), atTwice);
}

/** 16 points, drawn with twice as many pixels. */
const atTwice = { width: SIZE, height: SIZE, scaleFactor: 2 } as const;

/** Blue, green, red and alpha, the byte order of Electron's bitmaps; the red of "Needs you". */
const COLOUR = [0x2a, 0x2a, 0xc4, 0xff] as const;

/** Paints a dot onto a square bitmap with sides of `size` pixels. Centre and radius are in pixels. */
function paintRedDot(
  bitmap: Buffer,
  size: number,
  middle: readonly [number, number],
  radius: number,
): Buffer {
  const [left, top] = middle;
  for (let place = 0; place < size * size; place += 1) {
    const fromMiddle = Math.hypot((place % size) - left, Math.floor(place / size) - top);
    if (fromMiddle <= radius) bitmap.set(COLOUR, place * COLOUR.length);
  }
  return bitmap;
}

/** A transparent bitmap. */
const emptyBitmap = (size: number): Buffer => Buffer.alloc(size * size * COLOUR.length);
