/**
 * Whether a host is this machine: `localhost`, 127.0.0.0/8 and `::1`, also as an IPv4-mapped IPv6 address. Takes
 * the host of a URL or a bare address. A longer name (`127.0.0.1.example.org`) is another host.
 */
export function isLoopbackHost(host: string): boolean {
  const bare = host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
  const name = bare.toLowerCase();
  if (name === 'localhost' || name === '::1') return true;
  const address = name.startsWith('::ffff:') ? name.slice('::ffff:'.length) : name;
  const parts = address.split('.');
  return parts.length === 4 && parts[0] === '127' && parts.every(isByte);
}

const isByte = (part: string): boolean => /^\d{1,3}$/.test(part) && Number(part) <= 255;

/** The text without trailing slashes, in linear time. */
export function withoutTrailingSlashes(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
}
