type Handler = (request: Request) => Response | Promise<Response>;

const registered = new Set<string>();
const handlers = new Map<string, Handler>();

/** Schemes that this host gives an https origin of their own. */
export const ownSchemes: ReadonlySet<string> = registered;

/** Electron's `protocol`, as far as the app uses it. */
export const protocol = {
  registerSchemesAsPrivileged: (schemes: readonly Electron.CustomScheme[]): void => {
    for (const { scheme } of schemes) registered.add(scheme);
  },
  handle: (scheme: string, handler: Handler): void => {
    handlers.set(scheme, handler);
  },
} satisfies Pick<Electron.Protocol, 'handle' | 'registerSchemesAsPrivileged'>;

/** The app's own answer to an address of an own scheme; null without a handler. */
export async function answerOwnScheme(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<Response | null> {
  const handler = handlers.get(new URL(url).protocol.slice(0, -1));
  return handler === undefined ? null : handler(new Request(url, { method, headers }));
}
