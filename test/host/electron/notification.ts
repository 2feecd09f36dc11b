import { EventEmitter } from 'node:events';
import { whenLauncherSays } from './launcher.ts';

type Surface = Pick<Electron.Notification, 'title' | 'body' | 'show' | 'close'>;

const clickable: { newest: EventEmitter | null } = { newest: null };

/** Electron's `Notification`: one line on stdout. The launcher's word `click` clicks the newest. */
class HostNotification extends EventEmitter implements Surface {
  readonly title: string;
  readonly body: string;

  constructor({ title = '', body = '' }: Electron.NotificationConstructorOptions = {}) {
    super();
    this.title = title;
    this.body = body;
    this.on('shown', (shown: EventEmitter) => {
      clickable.newest = shown;
    });
  }

  static isSupported(): boolean {
    return true;
  }

  show(): void {
    this.emit('shown', this);
    process.stdout.write(`host notification ${JSON.stringify({ title: this.title, body: this.body })}\n`);
  }

  close(): void {
    this.emit('close');
  }
}

whenLauncherSays('click', () => clickable.newest?.emit('click'));

export const Notification = HostNotification satisfies Pick<typeof Electron.Notification, 'isSupported'>;
export type Notification = HostNotification;
