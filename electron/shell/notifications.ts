import { type BrowserWindow, Notification } from 'electron';
import type { Notifier } from '../base/ports.ts';
import { goTo } from './window.ts';

/** The system's notifications; a click brings the window forward and leads to the place. */
export function createNotifier(window: () => BrowserWindow | null): Notifier {
  // Without a reference a notification is collected, and its click with it.
  const shown = new Set<Notification>();
  return {
    show: ({ title, body, place }) => {
      if (!Notification.isSupported()) return;
      const notification = new Notification({ title, body });
      shown.add(notification);
      notification.on('close', () => shown.delete(notification));
      notification.on('click', () => {
        shown.delete(notification);
        const open = window();
        if (open === null || open.isDestroyed()) return;
        goTo(open, place);
      });
      notification.show();
    },
  };
}
