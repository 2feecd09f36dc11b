import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FaultInput } from '../../operator/faults.ts';
import { startOperator, type RunningOperator } from '../../operator/start.ts';
import { eventually, talkTo, type Heard, type Talk } from './talk.ts';

let operator: RunningOperator;
let talk: Talk;
beforeEach(async () => {
  operator = await startOperator({ cars: 10 });
  talk = await talkTo(operator);
});
afterEach(() => operator.stop());

const carsNamed = (name: string): number =>
  [...operator.state.cars.values()].filter((car) => car.name === name).length;
const create = (name = 'Faulty'): Promise<Heard | null> =>
  talk('PUT /cars', { body: { name } }).catch(() => null);
const onCreate = (effect: FaultInput['effect']): string =>
  operator.faults.add({ method: 'PUT', path: '/cars', effect });
const lastEntry = () => operator.journal.matching({ operation: 'PUT /cars' }).at(-1);

describe('a dropped connection', () => {
  it.each([
    ['before', false, 0],
    ['before', true, 0],
    ['after', false, 1],
    ['after', true, 1],
  ] as const)('%s applying (reset: %s) leaves %i cars', async (when, reset, count) => {
    onCreate({ kind: 'drop', when, reset });
    expect(await create()).toBeNull();
    expect(carsNamed('Faulty')).toBe(count);
    expect(lastEntry()).toMatchObject({
      applied: count === 1,
      outcome: 'dropped',
      status: null,
      fault: 'fault-1',
    });
    expect((await create())?.status).toBe(201);
  });

  it('can be followed by a late effect', async () => {
    onCreate({ kind: 'late-apply', afterMs: 20 });
    expect(await create()).toBeNull();
    await eventually(() => carsNamed('Faulty')).toBe(1);
    expect(operator.journal.executions({ method: 'PUT', path: '/cars' })).toBe(1);
  });

  it('does not have its late effect once the operator is stopped', async () => {
    onCreate({ kind: 'late-apply', afterMs: 60_000 });
    expect(await create()).toBeNull();
    await operator.stop();
    expect(carsNamed('Faulty')).toBe(0);
  });
});

describe('another answer than the operator’s', () => {
  it('comes before or after the effect', async () => {
    onCreate({ kind: 'status', status: 502, when: 'before', html: true });
    const heard = await create();
    expect(heard?.status).toBe(502);
    expect(heard?.headers.get('content-type')).toContain('text/html');
    expect(carsNamed('Faulty')).toBe(0);
    onCreate({ kind: 'status', status: 500, when: 'after' });
    expect((await create())?.status).toBe(500);
    expect(carsNamed('Faulty')).toBe(1);
    expect(lastEntry()).toMatchObject({ applied: true, status: 500 });
  });

  it('can ask to wait, as seconds or as a date', async () => {
    onCreate({ kind: 'status', status: 429, retryAfter: 7 });
    expect((await create())?.headers.get('retry-after')).toBe('7');
    onCreate({ kind: 'status', status: 503, retryAfter: 'Wed, 21 Oct 2026 07:28:00 GMT' });
    expect((await create())?.headers.get('retry-after')).toContain('Oct');
  });

  it('can be a captive portal or a body of any kind', async () => {
    onCreate({ kind: 'status', status: 200, html: true, body: '<html>Sign in to the network</html>' });
    expect((await create())?.body).toContain('Sign in');
    onCreate({ kind: 'status', status: 201, body: '{"id":' });
    expect((await create())?.body).toBe('{"id":');
  });
});

describe('an answer that never ends well', () => {
  it('hangs before or after the effect until the client gives up', async () => {
    for (const [when, count] of [
      ['before', 0],
      ['after', 1],
    ] as const) {
      onCreate({ kind: 'hang', when });
      const waiting = create();
      await eventually(() => lastEntry()?.outcome).toBe('hung');
      expect(carsNamed('Faulty')).toBe(count);
      const { stop, startAgain } = operator;
      await stop();
      expect(await waiting).toBeNull();
      await startAgain();
      talk = await talkTo(operator);
      operator.journal.clear();
    }
  });

  it('breaks off in the middle', async () => {
    onCreate({ kind: 'truncate' });
    expect(await create()).toBeNull();
    expect(carsNamed('Faulty')).toBe(1);
    expect(lastEntry()).toMatchObject({ outcome: 'truncated', status: 201, applied: true });
  });

  it('goes on for ever in chunks', async () => {
    operator.faults.add({ path: '/cars', effect: { kind: 'endless', everyMs: 1 } });
    const waiting = talk('GET /cars').catch(() => null);
    await eventually(() => lastEntryOf('GET /cars')?.status).toBe(200);
    await operator.stop();
    expect(await waiting).toBeNull();
  });
});

const lastEntryOf = (operation: string) => operator.journal.matching({ operation }).at(-1);

describe('slowness', () => {
  it('holds a request back before it takes effect; a stop in between ends it without one', async () => {
    operator.settings.latencyMs = 60_000;
    const waiting = create();
    await eventually(() => lastEntry()?.outcome).toBe('open');
    await operator.stop();
    expect(await waiting).toBeNull();
    expect(carsNamed('Faulty')).toBe(0);
  });

  it('shows how many requests a client keeps open at the same time', async () => {
    operator.faults.add({ count: 'all', effect: { kind: 'hang' } });
    const paths = ['GET /cars', 'GET /users', 'GET /groups'];
    const waiting = Promise.allSettled(paths.map((path) => talk(path)));
    await eventually(() => operator.peakConcurrency()).toBe(3);
    await operator.stop();
    expect((await waiting).map((call) => call.status)).toEqual(['rejected', 'rejected', 'rejected']);
  });
});

describe('stopping', () => {
  it('closes the port, and starting again takes the same one with the same cars', async () => {
    await create('Kept');
    const { port, url } = operator;
    await operator.stop();
    expect(await refused(port)).toBe('ECONNREFUSED');
    await operator.startAgain();
    expect(operator.url).toBe(url);
    talk = await talkTo(operator);
    expect(carsNamed('Kept')).toBe(1);
    expect((await talk('GET /cars')).status).toBe(200);
  });
});

function refused(port: number): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect(port, '127.0.0.1', () => {
    socket.destroy();
    resolve('connected');
  });
  socket.once('error', (error) => resolve('code' in error ? String(error.code) : error.message));
  return promise;
}
