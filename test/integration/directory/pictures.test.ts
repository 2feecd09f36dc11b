import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { replaceBrands, upsertKeys } from '../../../electron/db/tables/directory/keys.ts';
import {
  createKeyPictures,
  createPictureFetcher,
  type FetchedPicture,
  type FetchPicture,
} from '../../../electron/directory/key-pictures.ts';
import { connectDirectly } from '../../../electron/base/network/network.ts';
import { keyRow } from '../../../electron/directory/rows.ts';
import { MINUTE } from '../../../shared/time.ts';
import { aKey, openDirectory, type OpenDirectory } from './fixture.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';

/** A picture host on a free loopback port; answers its origin. */
async function pictureHost(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

function fetcherFor(baseUrl: string): FetchPicture {
  const { fetchPicture, close } = createPictureFetcher({ baseUrl, connect: connectDirectly });
  onTestFinished(close);
  return fetchPicture;
}

const local = 'http://127.0.0.1:1/v3';
const elsewhere = 'https://operator.example/v3';

describe('a picture is fetched', () => {
  it('without credentials and kept as it came', async () => {
    const seen: string[] = [];
    const origin = await pictureHost((request, response) => {
      seen.push(...Object.keys(request.headers));
      response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(svg);
    });
    const fetched = await fetcherFor(local)(`${origin}/key.svg`);
    expect(fetched).toEqual({ kind: 'picture', contentType: 'image/svg+xml', bytes: Buffer.from(svg) });
    expect(seen).not.toContain('authorization');
    expect(seen).not.toContain('service-api-key');
    expect(seen).not.toContain('cookie');
  });

  it('through a redirect, and relative to the operator where there is no host', async () => {
    const origin = await pictureHost((request, response) => {
      if (request.url === '/v3/key.svg') response.writeHead(302, { location: '/moved.svg' }).end();
      else response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(svg);
    });
    expect((await fetcherFor(`${origin}/v3`)('key.svg')).kind).toBe('picture');
  });
});

describe('a picture is refused', () => {
  it.each([
    ['a file', 'file:///etc/hostname'],
    ['data', 'data:image/svg+xml,<svg/>'],
    ['this machine by number', 'http://127.0.0.1:9/key.svg'],
    ['this machine by name', 'http://localhost:9/key.svg'],
    ['this machine in the other family', 'http://[::1]:9/key.svg'],
    ['this machine in disguise', 'http://2130706433:9/key.svg'],
    ['this machine mapped into the other family', 'http://[::ffff:127.0.0.1]:9/key.svg'],
    ['this machine in https', 'https://127.0.0.1:9/key.svg'],
    ['plain HTTP elsewhere', 'http://pictures.example/key.svg'],
    ['the workshop’s network', 'https://192.168.1.1/key.svg'],
    ['a private network', 'https://10.0.0.1/key.svg'],
    ['another private network', 'https://172.31.255.1/key.svg'],
    ['a carrier’s network', 'https://100.64.0.1/key.svg'],
    ['link-local, where clouds keep credentials', 'https://169.254.169.254/key.svg'],
    ['multicast', 'https://224.0.0.1/key.svg'],
    ['unique-local IPv6', 'https://[fd00::1]/key.svg'],
    ['link-local IPv6', 'https://[fe80::1]/key.svg'],
    ['a private address translated by NAT64', 'https://[64:ff9b::10.0.0.1]/key.svg'],
    ['a private address in 6to4', 'https://[2002:c0a8:101::1]/key.svg'],
    ['a login', 'https://user:pass@pictures.example/key.svg'],
    ['nonsense', 'http://'],
  ])('when its address is %s and the operator is elsewhere', async (_what, url) => {
    expect(await fetcherFor(elsewhere)(url)).toEqual({ kind: 'refused' });
  });

  it('when it is too large, however little of that is announced', async () => {
    const origin = await pictureHost((_request, response) => {
      response.writeHead(200, { 'content-type': 'image/svg+xml' });
      response.on('error', () => {});
      response.write(svg);
      for (let sent = 0; sent < 40; sent += 1) response.write(' '.repeat(64 * 1024));
      response.end();
    });
    expect(await fetcherFor(local)(`${origin}/key.svg`)).toEqual({ kind: 'refused' });
  });

  it.each([
    ['not there', 404, 'image/png', ''],
    ['a login page', 200, 'text/html', '<html></html>'],
    ['another type than it says', 200, 'image/png', svg],
  ])('when it is %s', async (_what, status, type, body) => {
    const origin = await pictureHost((_request, response) => {
      response.writeHead(status, { 'content-type': type }).end(body);
    });
    expect(await fetcherFor(local)(`${origin}/key`)).toEqual({ kind: 'refused' });
  });

  it('when it redirects in circles', async () => {
    const origin = await pictureHost((_request, response) => {
      response.writeHead(302, { location: '/again' }).end();
    });
    expect(await fetcherFor(local)(`${origin}/again`)).toEqual({ kind: 'refused' });
  });
});

describe('a picture may come another time', () => {
  it.each([503, 429, 500])('when its host answers %i', async (status) => {
    const origin = await pictureHost((_request, response) => {
      response.writeHead(status).end();
    });
    expect(await fetcherFor(local)(`${origin}/key.svg`)).toEqual({ kind: 'unreachable' });
  });

  it('when no server listens', async () => {
    expect(await fetcherFor(local)('http://127.0.0.1:1/key.svg')).toEqual({ kind: 'unreachable' });
  });
});

/** A directory whose catalogue shows these pictures, and a host on paper that counts what is asked. */
function catalogueOf(urls: readonly string[], answer: (url: string) => FetchedPicture) {
  const open: OpenDirectory = openDirectory();
  open.database.write((context) => {
    replaceBrands(context, ['VW']);
    upsertKeys(
      context,
      urls.map((imageUrl, index) =>
        keyRow('VW', aKey({ id: index + 1, keyForm: { name: 'Key', imageUrl } })),
      ),
    );
  });
  const asked: string[] = [];
  const pictures = createKeyPictures({
    database: open.database,
    clock: open.clock,
    fetchPicture: (url) => {
      asked.push(url);
      return Promise.resolve(answer(url));
    },
  });
  return { ...open, asked, pictures };
}

const aPicture: FetchedPicture = { kind: 'picture', contentType: 'image/svg+xml', bytes: Buffer.from(svg) };
const asDataUrl = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
const [one, two] = ['https://pictures.example/1.svg', 'https://pictures.example/2.svg'];

describe('the pictures of keys', () => {
  it('are fetched once, also for two simultaneous requests, and then come from the copy', async () => {
    const { pictures, directory, asked } = catalogueOf([one], () => aPicture);
    expect(directory.picture(one)).toBeNull();
    expect(await Promise.all([pictures.get(one), pictures.get(one)])).toEqual([asDataUrl, asDataUrl]);
    expect(await pictures.get(one)).toBe(asDataUrl);
    expect(directory.picture(one)).toBe(asDataUrl);
    expect(asked).toEqual([one]);
  });

  it('are never fetched from an address that the catalogue does not name', async () => {
    const { pictures, asked } = catalogueOf([one], () => aPicture);
    expect(await pictures.get('https://elsewhere.example/1.svg')).toBeNull();
    expect(asked).toEqual([]);
  });

  it('are tried again after some minutes when their host was away, and never when they were refused', async () => {
    const { pictures, asked, clock } = catalogueOf([one, two], (url) => ({
      kind: url === one ? 'unreachable' : 'refused',
    }));
    const both = () => Promise.all([pictures.get(one), pictures.get(two)]);
    expect(await both()).toEqual([null, null]);
    await both();
    expect(asked).toEqual([one, two]);
    clock.advance(5 * MINUTE);
    await both();
    expect(asked).toEqual([one, two, one]);
  });

  it('are postponed when their host does not answer several times in a row', async () => {
    const urls = Array.from({ length: 50 }, (_, index) => `https://pictures.example/${index}.svg`);
    const { pictures, asked } = catalogueOf(urls, () => ({ kind: 'unreachable' }));
    await pictures.fetchMissing({ signal: new AbortController().signal, onFetched: () => {} });
    expect(asked.length).toBeLessThanOrEqual(4);
  });

  it('are dropped when no key shows them any more', async () => {
    const { pictures, database, directory } = catalogueOf([one, two], () => aPicture);
    const signal = new AbortController().signal;
    await pictures.fetchMissing({ signal, onFetched: () => {} });
    database.write((context) => replaceBrands(context, []));
    await pictures.fetchMissing({ signal, onFetched: () => {} });
    expect(directory.picture(one)).toBeNull();
  });
});
