import { generateKeyPairSync } from 'node:crypto';
import { createServer, get, type RequestListener } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectDirectly } from '../../electron/base/network/network.ts';
import { BodyTooLarge } from '../../electron/relay/connection.ts';
import { openPackageFeed, connectUpdateServer } from '../../electron/updates/update-servers.ts';
import { readRelease, type Release, signRelease } from '../../electron/updates/release.ts';
import { ProblemError } from '../../shared/problem.ts';
import { worseThanLinear } from './growth.ts';

/** The update host: any bytes, at any speed. It has neither of the publisher's keys. */

const publisher = generateKeyPairSync('ed25519');
const stranger = generateKeyPairSync('ed25519');
const key = publisher.publicKey;

const RELEASE: Release = {
  version: '9.0.0',
  files: [{ url: 'Boxwright.AppImage', sha512: `${'A'.repeat(86)}==`, size: 1 }],
  releaseNotes: 'Better.',
  boxwright: { signatures: {} },
};

/** One kilobyte of YAML that its reader makes 9^9 references of. */
const ALIAS_BOMB = [
  'a: &a [x,x,x,x,x,x,x,x,x]',
  ...['ab', 'bc', 'cd', 'de', 'ef', 'fg', 'gh', 'hi'].map((pair) => {
    const [before = '', name = ''] = pair;
    return `${name}: &${name} [${Array.from({ length: 9 }, () => `*${before}`).join(',')}]`;
  }),
  'version: *i',
].join('\n');

async function host(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the host has no port');
  return `http://127.0.0.1:${address.port}/`;
}

const piece = Buffer.alloc(64 * 1024, 'a');

/** A host whose answers have no end; `ended` when the connection is closed, so that it goes on for nothing. */
async function endlessHost(): Promise<{ readonly feed: string; readonly ended: Promise<null> }> {
  const ended = Promise.withResolvers<null>();
  const feed = await host((_request, response) => {
    const write = () => {
      while (response.write(piece));
    };
    response.on('drain', write).on('close', () => ended.resolve(null));
    write();
  });
  return { feed, ended: ended.promise };
}

function connectTo(feed: string, stop = new AbortController().signal) {
  const server = connectUpdateServer(feed, connectDirectly, stop);
  onTestFinished(server.close);
  return server;
}
const ask = (feed: string, stop?: AbortSignal) =>
  connectTo(feed, stop).readRelease({ kind: 'AppImage', key });

const refusalOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => 'taken',
    (cause: unknown) => (cause instanceof ProblemError ? cause.problem.code : cause),
  );

describe('an update host', () => {
  it('has its description taken when the publisher signed it', async () => {
    const feed = await host((_request, response) => response.end(signRelease(RELEASE, publisher.privateKey)));
    expect(await ask(feed)).toEqual(RELEASE);
  });

  const signed = signRelease(RELEASE, publisher.privateKey);
  const [line = ''] = signed.split('\n');
  it.each([
    ['an alias bomb', ALIAS_BOMB],
    ['an alias bomb under a stranger’s signature line', `${line}\n${ALIAS_BOMB}`],
    ['a description that a stranger signed', signRelease(RELEASE, stranger.privateKey)],
    ['a description that was changed after it was signed', signed.replace('9.0.0', '9.0.1')],
    ['a description with something before the signature', `\n${signed}`],
    ['a description with something after it', `${signed}files: []\n`],
    ['a description without its signature', signed.slice(line.length + 1)],
    ['a hundred thousand nested lists', '['.repeat(100_000)],
    ['nothing', ''],
  ])('has nothing parsed of %s', async (_name, text) => {
    const feed = await host((_request, response) => response.end(text));
    expect(await refusalOf(ask(feed))).toBe('update-not-genuine');
  });

  it('has no more than 256 KiB read of a description without end', async () => {
    const { feed, ended } = await endlessHost();
    expect(await refusalOf(ask(feed))).toBeInstanceOf(BodyTooLarge);
    expect(await ended).toBeNull();
  });

  const taking = async (feed: string, size: number) => {
    const files = [{ url: 'Boxwright.AppImage', sha512: '', size }];
    const served = await openPackageFeed({ ...RELEASE, files }, connectTo(feed).openPackage);
    onTestFinished(served.close);
    const [file] = served.release.files;
    let taken = 0;
    // As the updater fetches it: over HTTP, from this computer.
    const failed = new Promise<boolean>((resolve) => {
      get(new URL(file?.url ?? '', served.url), (response) => {
        response.on('data', (chunk: Buffer) => (taken += chunk.length));
        response.on('end', () => resolve(false)).on('error', () => resolve(true));
      });
    });
    return { failed: await failed, taken, failure: served.failure() };
  };

  it('has no more bytes of a package taken than its release announces, and is not read on', async () => {
    const { feed, ended } = await endlessHost();
    const announced = 3 * piece.length;
    const { failed, taken, failure } = await taking(feed, announced);
    expect(failed).toBe(true);
    expect(failure).toBeInstanceOf(BodyTooLarge);
    expect(taken).toBeLessThanOrEqual(announced);
    expect(await ended).toBeNull();
  });

  it('has a package that ends early refused with a reason, instead of waiting for the rest', async () => {
    const feed = await host((_request, response) => response.end('short'));
    const { failed, failure } = await taking(feed, 6);
    expect({ failed, failure: failure?.message }).toEqual({
      failed: true,
      failure: 'the package ended after 5 of 6 bytes',
    });
    expect(await taking(feed, 5)).toEqual({ failed: false, taken: 5, failure: null });
  });

  it('leads nowhere by redirects without end', async () => {
    let asked = 0;
    const feed = await host((_request, response) => {
      asked += 1;
      response.writeHead(302, { location: `/again-${asked}.yml` }).end();
    });
    expect(await refusalOf(ask(feed))).toMatchObject({ message: 'the update server answers 302' });
    expect(asked).toBeLessThanOrEqual(4);
  });

  it('keeps no laptop waiting that stops', async () => {
    const stop = new AbortController();
    const feed = await host(() => stop.abort());
    expect(await refusalOf(ask(feed, stop.signal))).toMatchObject({ name: 'AbortError' });
  });

  it.each([
    ['spaces', ' '],
    ['the beginning of a signature line', '# boxwright-signature: '],
    ['nested lists', '['],
    ['aliases', '*a '],
  ])('has %s of any size refused in linear time', (_name, piece) => {
    const read = (text: string) => {
      expect(() => readRelease(Buffer.from(text), key)).toThrow(ProblemError);
    };
    expect(worseThanLinear(read, (length) => piece.repeat(length / piece.length))).toBeNull();
  });
});
