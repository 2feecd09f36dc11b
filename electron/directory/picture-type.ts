const signatures = [
  { type: 'image/png', at: 0, bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) },
  { type: 'image/jpeg', at: 0, bytes: Buffer.from([0xff, 0xd8, 0xff]) },
  { type: 'image/webp', at: 8, bytes: Buffer.from('WEBP') },
] as const;

/** How far into an SVG its root element may come, behind a prologue and comments. */
const SVG_ROOT_WITHIN = 4096;

/**
 * The picture type that both the answer's header and its bytes say, or null: a login page served with 200 is no picture,
 * whatever its header claims. SVG may hold scripts and is therefore only ever shown in an <img>, where none runs.
 */
export function pictureType(header: string | string[] | undefined, bytes: Buffer): string | null {
  const claimed = typeof header === 'string' ? header.split(';')[0]?.trim().toLowerCase() : undefined;
  if (claimed === 'image/svg+xml') {
    const start = bytes.subarray(0, SVG_ROOT_WITHIN).toString('utf8');
    return /<svg[\s>]/i.test(start) && !/<html[\s>]/i.test(start) ? claimed : null;
  }
  const matching = signatures.find(({ type }) => type === claimed);
  if (matching === undefined) return null;
  const { type, at, bytes: expected } = matching;
  return bytes.subarray(at, at + expected.length).equals(expected) ? type : null;
}
