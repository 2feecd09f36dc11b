import { EventEmitter } from 'node:events';

type Surface = Pick<Electron.NativeTheme, 'themeSource' | 'shouldUseDarkColors'>;
type Source = Electron.NativeTheme['themeSource'];

/** Electron's `nativeTheme`. What the system prefers is known to Chromium alone; until it paints, light is assumed. */
class HostNativeTheme extends EventEmitter implements Surface {
  #source: Source = 'system';

  get themeSource(): Source {
    return this.#source;
  }

  set themeSource(source: Source) {
    this.#source = source;
    this.emit('updated');
  }

  get shouldUseDarkColors(): boolean {
    return this.#source === 'dark';
  }
}

export const nativeTheme = new HostNativeTheme();
