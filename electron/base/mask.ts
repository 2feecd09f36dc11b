const MASK = '***';

/** Upper bound of characters that are masked. Longer messages quote a foreign body; the rest is cut off. */
const LONGEST = 64 * 1024;

/**
 * Last line of defence for text on its way to a log or a window: masks credentials in their usual formats. Code that
 * knows a secret must not put it into a message at all. Linear in the text's length: no pattern starts with a
 * repetition, which would be retried at each character (`npm run check`, patterns).
 */
export function maskSecrets(text: string): string {
  const searched = text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`.toWellFormed();
  return (
    searched
      .replace(/\b(bearer|basic)\s+[^\s"',;]+/gi, `$1 ${MASK}`)
      .replace(/:\/\/[^\s/@]+@/g, `://${MASK}@`)
      .replace(
        /((?:password|passwd|secret|token|api[-_]?key|authorization|username)"?\s*[:=]\s*)("[^"]*"|'[^']*'|[^\s,;&}]+)/gi,
        `$1${MASK}`,
      )
      // Long opaque runs are keys and tokens. UUIDs (dashes every few characters) and plain words stay readable.
      .replace(/[A-Za-z0-9+/_=]{28,}/g, MASK)
  );
}
