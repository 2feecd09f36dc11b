import { isDecodable } from '../../shared/picture-size.ts';

/** How far into an SVG its root element may come, behind a prologue and comments. */
const SVG_ROOT_WITHIN = 4096;

/** In an SVG: entities, which multiply its text, and addresses that hold a picture of any size, also written as characters. */
const SVG_HOLDS_MORE = /<!ENTITY|data:|&#/i;

/**
 * The picture type that both the answer's header and its bytes say, or null: a login page served with 200 is no picture,
 * whatever its header claims, and one of more pixels than may be decoded is refused. SVG may hold scripts and is therefore only
 * ever shown in an <img>, where none runs.
 */
export function pictureType(header: string | string[] | undefined, bytes: Buffer): string | null {
  const claimed = typeof header === 'string' ? header.split(';')[0]?.trim().toLowerCase() : undefined;
  if (claimed === undefined) return null;
  if (claimed !== 'image/svg+xml') return isDecodable(claimed, bytes) ? claimed : null;
  const start = bytes.subarray(0, SVG_ROOT_WITHIN).toString('utf8');
  const isSvg = /<svg[\s>]/i.test(start) && !/<html[\s>]/i.test(start);
  return isSvg && !SVG_HOLDS_MORE.test(bytes.toString('utf8')) ? claimed : null;
}
