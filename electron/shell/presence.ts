import { app, type BrowserWindow, nativeImage, powerSaveBlocker } from 'electron';
import type { Presence, PresenceSigns } from '../base/ports.ts';
import { emptyBitmap, paintRedDot } from './red-dot.ts';

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
