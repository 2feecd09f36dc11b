/** The facts of a window for quitting. */
export interface OpenWindow {
  readonly close: () => void;
  readonly whenClosed: Promise<void>;
}

const open = new Set<OpenWindow>();

/** Every window of this process that is not closed yet. */
export const openWindows: ReadonlySet<OpenWindow> = open;

/** Counts a window until it is closed; `onLast` hears that none is left. */
export function registerWindow(window: OpenWindow, onLast: () => void): void {
  open.add(window);
  void window.whenClosed.then(() => {
    open.delete(window);
    if (open.size === 0) onLast();
    return null;
  });
}
