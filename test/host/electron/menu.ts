/** A menu that is not drawn: Chromium in app mode has no menu bar, and has the shortcuts of the edit and view menus and a context menu itself. */
export class HostMenu {
  readonly items: readonly Electron.MenuItemConstructorOptions[];

  constructor(items: readonly Electron.MenuItemConstructorOptions[]) {
    this.items = items;
  }

  popup(_options: object): void {}

  /** Calls what an entry of this menu, or of a menu in it, does. */
  press(label: string): void {
    for (const { label: own, click, submenu } of this.items) {
      // The entries of this app take none of Electron's arguments.
      if (own === label && click !== undefined) Reflect.apply(click, undefined, []);
      if (Array.isArray(submenu)) new HostMenu(submenu).press(label);
    }
  }
}
