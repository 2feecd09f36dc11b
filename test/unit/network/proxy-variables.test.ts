import { describe, expect, test } from 'vitest';
import { readProxyVariables } from '../../../electron/base/network/proxy-list.ts';

const operator = 'https://api.operator.example/';

describe('the proxy of an address', () => {
  test.each([
    [{}, 'DIRECT'],
    [{ HTTPS_PROXY: 'http://proxy.example:3128' }, 'PROXY proxy.example:3128'],
    [{ https_proxy: 'http://lower:1', HTTPS_PROXY: 'http://upper:2' }, 'PROXY lower:1'],
    [{ HTTPS_PROXY: 'proxy.example:3128' }, 'PROXY proxy.example:3128'],
    [{ HTTPS_PROXY: 'http://proxy.example' }, 'PROXY proxy.example:80'],
    [{ HTTPS_PROXY: 'https://proxy.example' }, 'HTTPS proxy.example:443'],
    [{ ALL_PROXY: 'socks5h://proxy.example' }, 'SOCKS5 proxy.example:1080'],
    [{ HTTP_PROXY: 'http://proxy.example:3128' }, 'DIRECT'],
    // A setting that cannot be read leads nowhere instead of around the proxy.
    [{ HTTPS_PROXY: 'ftp://proxy.example' }, 'unreadable'],
    [{ HTTPS_PROXY: 'http://p:1', NO_PROXY: '*' }, 'DIRECT'],
    [{ HTTPS_PROXY: 'http://p:1', NO_PROXY: 'operator.example' }, 'DIRECT'],
    [{ HTTPS_PROXY: 'http://p:1', NO_PROXY: 'x, .operator.example' }, 'DIRECT'],
    [{ HTTPS_PROXY: 'http://p:1', NO_PROXY: '*.operator.example' }, 'DIRECT'],
    [{ HTTPS_PROXY: 'http://p:1', NO_PROXY: 'operator.example:443' }, 'DIRECT'],
    [{ HTTPS_PROXY: 'http://p:1', NO_PROXY: 'operator.example:8443' }, 'PROXY p:1'],
    [{ HTTPS_PROXY: 'http://p:1', NO_PROXY: 'rator.example' }, 'PROXY p:1'],
  ])('%j: %s', async (variables, expected) => {
    expect(await readProxyVariables(variables).resolveProxy(operator)).toBe(expected);
  });

  test('does not apply to this machine', async () => {
    const { resolveProxy } = readProxyVariables({ HTTP_PROXY: 'http://p:1', HTTPS_PROXY: 'http://p:1' });
    expect(await resolveProxy('http://127.0.0.1:8080/')).toBe('DIRECT');
    expect(await resolveProxy('https://localhost/')).toBe('DIRECT');
  });
});

test('a login in the address belongs to the proxy, and is no part of its name', async () => {
  const { resolveProxy, loginOf } = readProxyVariables({
    HTTPS_PROXY: 'http://bay%203:p%40ss@proxy.example:3128',
  });
  expect(await resolveProxy(operator)).toBe('PROXY proxy.example:3128');
  expect(loginOf('proxy.example:3128')).toEqual({ username: 'bay 3', password: 'p@ss' });
  expect(loginOf('other.example:3128')).toBeNull();
});
