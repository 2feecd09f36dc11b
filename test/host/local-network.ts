/** Chromium's features that keep a page from servers on the same machine. */
const FEATURES = ['LocalNetworkAccessChecks', 'LocalNetworkAccessChecksWebSockets'] as const;

/** Features to switch off in either host, where `npm run dev` asks for it: the window holds a socket to the development server. */
export function localNetworkFeatures(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return env['BOXWRIGHT_HOST_LOCAL_NETWORK'] === '1' ? FEATURES : [];
}

/** The same as a switch of Electron's command line. */
export function localNetworkFlags(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const features = localNetworkFeatures(env);
  return features.length === 0 ? [] : [`--disable-features=${features.join(',')}`];
}
