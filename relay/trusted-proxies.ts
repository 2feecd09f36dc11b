import { BlockList, isIP } from 'node:net';

/** Whether an address is one of those whose word about where a request came from is believed. */
export type Trusts = (address: string | undefined) => boolean;

/** Where no proxy is named. */
export const trustsNobody: Trusts = () => false;

/** `10.0.0.7, 10.1.0.0/16, ::1` as a question; null when it cannot be read. */
export function readTrustedProxies(text: string): Trusts | null {
  const list = new BlockList();
  for (const entry of text.split(',').map((part) => part.trim())) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address);
    if (family === 0) return null;
    const type = family === 6 ? 'ipv6' : 'ipv4';
    const most = family === 6 ? 128 : 32;
    if (bits === undefined) list.addAddress(address, type);
    else if (/^\d{1,3}$/.test(bits) && Number(bits) <= most) list.addSubnet(address, Number(bits), type);
    else return null;
  }
  return (address) => {
    const bare = (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
    const family = isIP(bare);
    return family !== 0 && list.check(bare, family === 6 ? 'ipv6' : 'ipv4');
  };
}
