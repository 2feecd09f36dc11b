import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AfterPackContext } from 'electron-builder';

const OPEN = /(<key>NSAllowsArbitraryLoads<\/key>\s*)<true\s*\/>/;

/**
 * Called by electron-builder (`afterPack` in electron-builder.yml) when everything is in its place, before fuses and signature.
 * It lets every macOS app load from anywhere without encryption, and writes so after `mac.extendInfo`: taken back here. This
 * computer itself stays allowed: macOS fetches an update that was proved from there.
 */
export function afterPack({ electronPlatformName, appOutDir, packager }: AfterPackContext): void {
  if (electronPlatformName !== 'darwin') return;
  const file = join(appOutDir, `${packager.appInfo.productFilename}.app/Contents/Info.plist`);
  const text = readFileSync(file, 'utf8');
  if (!OPEN.test(text)) throw new Error(`${file} does not say what it lets the app load: look again`);
  writeFileSync(file, text.replace(OPEN, '$1<false/>'));
}
