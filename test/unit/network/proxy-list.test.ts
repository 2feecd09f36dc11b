import { assert, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseProxyList } from '../../../electron/base/network/proxy-list.ts';
import { anyCharacter } from '../any-character.ts';

const direct = { via: 'direct' };

describe('a PAC result', () => {
  test('gives its routes in their order', () => {
    const list = 'PROXY proxy.example:3128; HTTPS secure.example; SOCKS5 [fe80::1]:9050;SOCKS old:1; DIRECT';
    expect(parseProxyList(list)).toEqual([
      { via: 'http', host: 'proxy.example', port: 3128 },
      { via: 'https', host: 'secure.example', port: 443 },
      { via: 'socks5', host: '[fe80::1]', port: 9050 },
      { via: 'socks4', host: 'old', port: 1 },
      direct,
    ]);
  });

  test.each([
    ['', [direct]],
    ['DIRECT', [direct]],
    ['direct', [direct]],
    ['proxy Proxy.Example:80', [{ via: 'http', host: 'proxy.example', port: 80 }]],
    // No readable entry is no permission to go around the proxy.
    ['nonsense', []],
    ['PROXY', []],
    ['PROXY a:0', []],
    ['PROXY a:65536', []],
    ['PROXY a b', []],
    ['DIRECT please', []],
    ['QUIC a:443', []],
    ['PROXY user:word@a:80', []],
    ['PROXY http://a:80', []],
    ['__proto__ a:1', []],
    ['nonsense; DIRECT', [direct]],
  ])('%j', (text, routes) => {
    expect(parseProxyList(text)).toEqual(routes);
  });

  test('of any length and form is read in bounds', () => {
    expect(parseProxyList('PROXY a:1;'.repeat(100_000))).toHaveLength(8);
    assert(
      property(string({ unit: anyCharacter, maxLength: 1_000 }), (text) => {
        expect(parseProxyList(text).length).toBeLessThanOrEqual(8);
      }),
    );
  });
});
