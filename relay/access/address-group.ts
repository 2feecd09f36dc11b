import { isIP, SocketAddress } from 'node:net';

/**
 * The key that groups senders: an IPv4 address, or the first half of an IPv6 address, because one household or server
 * has the whole rest for itself. What is no address is a group of its own.
 */
export function addressGroup(address: string | undefined): string {
  const [bare = ''] = (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '').split('%');
  if (isIP(bare) !== 6) return bare;
  const written = new SocketAddress({ address: bare, family: 'ipv6' }).address;
  const [front = '', back] = written.split('::');
  const head = front === '' ? [] : front.split(':');
  const tail = back === undefined || back === '' ? [] : back.split(':');
  const zeros = back === undefined ? [] : Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`;
}
