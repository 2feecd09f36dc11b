import type { Page } from '@playwright/test';
import { toBrowserUrl } from './addresses.ts';
import { ownSchemes } from './protocol.ts';
import { permissionGranted } from './session.ts';

/** Chromium's names of the permissions a page may ask for, and Electron's; with what it asks for under the name `media`. */
const PERMISSIONS = [
  ['geolocation', 'geolocation'],
  ['notifications', 'notifications'],
  ['camera', 'media', 'video'],
  ['microphone', 'media', 'audio'],
  ['clipboard-read', 'clipboard-read'],
  ['clipboard-write', 'clipboard-sanitized-write'],
  ['midi', 'midi'],
  ['idle-detection', 'idle-detection'],
  ['local-fonts', 'local-fonts'],
  ['screen-wake-lock', 'screen-wake-lock'],
  ['storage-access', 'storage-access'],
] as const;

/** The app's decisions about what a page may use. */
export interface Permissions {
  /** Asks the app again, and carries into Chromium what it decides otherwise now. */
  readonly update: () => Promise<void>;
}

/**
 * Carries the app's decisions into Chromium for the origin of `url`: granted or denied, without a question. They last as
 * long as the session that made them, so it stays attached to the page.
 */
export async function applyPermissions(page: Page, url: string): Promise<Permissions> {
  const cdp = await page.context().newCDPSession(page);
  const { protocol, host } = new URL(url);
  const origin = new URL(toBrowserUrl(url, ownSchemes)).origin;
  const applied = new Map<string, string>();
  const update = async () => {
    for (const [name, electronName, mediaType] of PERMISSIONS) {
      const setting = permissionGranted(electronName, `${protocol}//${host}/`, mediaType)
        ? 'granted'
        : 'denied';
      if (applied.get(name) === setting) continue;
      applied.set(name, setting);
      await cdp.send('Browser.setPermission', { permission: { name }, setting, origin });
    }
  };
  await update();
  return { update };
}
