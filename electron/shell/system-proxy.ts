import { session } from 'electron';
import type { ResolveProxy } from '../base/ports.ts';

/** Chromium's answer for this address: the system's settings, a PAC script, WPAD. Call after the app is ready. */
export const resolveSystemProxy: ResolveProxy = (url) => session.defaultSession.resolveProxy(url);
