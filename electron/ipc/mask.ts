const MASK = '***';

/**
 * Last line of defence for text that leaves for a log or a window: credentials in the shapes they usually take. Code
 * that knows a secret must not put it into a message at all.
 */
export function maskSecrets(text: string): string {
  return (
    text
      .replace(/\b(bearer|basic)\s+[^\s"',;]+/gi, `$1 ${MASK}`)
      .replace(/(\w+:\/\/)[^\s/@]+@/g, `$1${MASK}@`)
      .replace(
        /("?[\w-]*(?:password|passwd|secret|token|api[-_]?key|authorization|username)"?\s*[:=]\s*)("[^"]*"|'[^']*'|[^\s,;&}]+)/gi,
        `$1${MASK}`,
      )
      // Opaque runs: keys and tokens. UUIDs (dashes every few characters) and plain words stay readable.
      .replace(/[A-Za-z0-9+/_=]{28,}/g, MASK)
  );
}
