import { BrowserWindow, nativeTheme } from 'electron';
import type { Appearance } from '../base/ports.ts';

/** The ground of each theme (the renderer's own colours), so that the first paint does not flash. */
const GROUND = { light: '#f4f6f8', dark: '#11171d' } as const;

/** The ground of the theme in force. */
export function groundColour(): string {
  return nativeTheme.shouldUseDarkColors ? GROUND.dark : GROUND.light;
}

function paintWindows(): void {
  for (const window of BrowserWindow.getAllWindows()) window.setBackgroundColor(groundColour());
}

/** Makes title bar, `prefers-color-scheme` and ground follow the chosen theme. */
export function createAppearance(): Appearance {
  nativeTheme.on('updated', paintWindows);
  return {
    use: ({ theme }) => {
      nativeTheme.themeSource = theme;
    },
  };
}
