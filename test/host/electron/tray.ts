import { EventEmitter } from 'node:events';
import { whenLauncherSays } from './launcher.ts';
import type { HostMenu } from './menu.ts';

type Surface = Pick<Electron.Tray, 'setImage' | 'setToolTip' | 'setTitle' | 'destroy'>;

const shown = new Set<HostTray>();

/** Electron's `Tray`: one line on stdout for each change. The launcher's word `tray` clicks the icon, `tray LABEL` an entry of its menu. */
export class HostTray extends EventEmitter implements Surface {
  #says = '';
  #menu: HostMenu | null = null;

  constructor(_image: unknown) {
    super();
    shown.add(this);
  }

  setImage(_image: unknown): void {}

  setTitle(_title: string): void {}

  setToolTip(says: string): void {
    this.#says = says;
  }

  setContextMenu(menu: HostMenu | null): void {
    this.#menu = menu;
    const entries = menu?.items.map(({ label = '-' }) => label) ?? [];
    process.stdout.write(`host tray ${JSON.stringify({ says: this.#says, menu: entries })}\n`);
  }

  destroy(): void {
    shown.delete(this);
    process.stdout.write('host tray gone\n');
  }

  press(label: string): void {
    if (label === '') this.emit('click');
    else this.#menu?.press(label);
  }
}

whenLauncherSays('tray', (label) => {
  for (const tray of shown) tray.press(label);
});
