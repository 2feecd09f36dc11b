import { Menu, nativeImage, Tray } from 'electron';
import icon from '../../resources/icons/linux/32x32.png?inline';
import type { BackgroundWords, PresenceSigns } from '../base/ports.ts';
import { paintRedDot } from './red-dot.ts';

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
