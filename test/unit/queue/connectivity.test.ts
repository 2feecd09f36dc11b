import { expect, test } from 'vitest';
import {
  operatorError,
  type OperatorErrorCode,
  type Sentness,
} from '../../../electron/operator/operator-error.ts';
import { errorCodes } from '../outcomes/error-codes.ts';
import { createConnectivity, faultOf } from '../../../electron/operations/queue/connectivity.ts';

const failure = (code: OperatorErrorCode, sent: Sentness) =>
  operatorError({ code, sent, endpoint: 'cars.create' });

function openWay() {
  let now = Date.UTC(2026, 10, 21, 8);
  let changes = 0;
  const way = createConnectivity({ now: () => now, random: () => 1 }, () => {
    changes += 1;
  });
  return {
    way,
    changes: () => changes,
    advance: (byMs: number) => {
      now += byMs;
    },
    now: () => now,
  };
}

test('a way that was never tried is used in full', () => {
  const { way } = openWay();
  expect(way.state()).toEqual({ state: 'untried' });
  expect(way.room(0, 4)).toBe(4);
  expect(way.room(3, 4)).toBe(1);
});

test('no way to the operator closes it: nothing more starts, then one probe, later and later', () => {
  const { way, advance, now } = openWay();
  way.failed(failure('dns', 'no'));
  expect(way.state()).toMatchObject({ state: 'offline', problem: { code: 'operator-unreachable' } });
  expect(way.room(0, 4)).toBe(0);
  expect(way.nextProbe()).toBe(now() + 2500);

  advance(2500);
  expect(way.room(0, 4)).toBe(1);
  expect(way.room(1, 4)).toBe(0);
  way.failed(failure('unreachable', 'no'));
  expect(way.nextProbe()).toBe(now() + 4500);
});

test('operations that fail together are one failure of the way', () => {
  const { way, now } = openWay();
  for (let index = 0; index < 4; index += 1) way.failed(failure('unreachable', 'no'));
  expect(way.nextProbe()).toBe(now() + 2500);
});

test('how long it has been offline counts from the first failure on', () => {
  const { way, advance, now } = openWay();
  way.failed(failure('dns', 'no'));
  const since = now();
  advance(60_000);
  way.failed(failure('dns', 'no'));
  expect(way.state()).toMatchObject({ state: 'offline', since });
});

test('any answer of the operator opens it, also a refusal', () => {
  for (const open of ['opened', 'refused'] as const) {
    const { way, advance } = openWay();
    way.failed(failure('dns', 'no'));
    advance(10_000);
    if (open === 'opened') way.opened();
    else way.failed(failure('conflict', 'answered'));
    expect(way.state().state).toBe('online');
    expect(way.room(0, 4)).toBe(4);
    expect(way.nextProbe()).toBeNull();
  }
});

test('an answer of another server, or a broken one, opens nothing and is not retried in a tight loop', () => {
  for (const error of [
    failure('unreadable', 'answered'),
    failure('redirected', 'answered'),
    failure('gateway', 'answered'),
    failure('reset', 'maybe'),
  ]) {
    const { way, advance, now } = openWay();
    way.failed(failure('dns', 'no'));
    advance(2500);
    way.failed(error);
    expect(way.state().state).toBe('offline');
    expect(way.nextProbe()).toBe(now() + 4500);
    expect(way.room(0, 4)).toBe(0);
  }
});

test("an answer in the operator's place proves nothing about a way that was never tried", () => {
  const { way } = openWay();
  way.failed(failure('unreadable', 'answered'));
  expect(way.state()).toEqual({ state: 'untried' });
});

test('a refused login pauses without probing until a person says "try now"', () => {
  const { way, advance } = openWay();
  way.failed(failure('login-refused', 'no'));
  advance(365 * 24 * 3_600_000);
  expect(way.state().state).toBe('paused');
  expect(way.room(0, 4)).toBe(0);
  expect(way.nextProbe()).toBeNull();
  way.retryNow();
  expect(way.room(0, 4)).toBe(4);
});

test('a refusal that the client remembers pauses again after "try now", and after the way was open', () => {
  const { way } = openWay();
  const remembered = failure('login-refused', 'no');
  way.failed(remembered);
  way.retryNow();
  way.failed(remembered);
  expect([way.state().state, way.room(0, 4)]).toEqual(['paused', 0]);
  way.opened();
  way.failed(remembered);
  expect([way.state().state, way.room(0, 4)]).toEqual(['paused', 0]);
});

test('"try now" probes at once', () => {
  const { way } = openWay();
  way.failed(failure('dns', 'no'));
  way.retryNow();
  expect(way.room(0, 4)).toBe(1);
  expect(way.nextProbe()).toBeNull();
});

test('a clock that was moved leaves as much to wait for the probe as before', () => {
  const { way, advance } = openWay();
  way.failed(failure('dns', 'no'));
  advance(-24 * 3_600_000);
  way.clockMoved(-24 * 3_600_000);
  expect(way.room(0, 4)).toBe(0);
  advance(2500);
  expect(way.room(0, 4)).toBe(1);
});

test('a lost answer stops everything, and is not shown as online, until a harmless read has got through', () => {
  const { way, changes } = openWay();
  way.opened();
  way.failed(failure('timeout', 'maybe'));
  expect(way.state()).toEqual({ state: 'untried' });
  expect(changes()).toBe(2);
  expect([way.room(0, 4), way.mustAsk()]).toEqual([0, true]);
  way.opened();
  expect(way.state().state).toBe('online');
  expect(changes()).toBe(3);
  expect([way.room(0, 4), way.mustAsk()]).toEqual([4, false]);
});

test('when that read fails too the connection is down, and probes become rarer', () => {
  const { way, advance, now } = openWay();
  way.opened();
  way.failed(failure('reset', 'maybe'));
  way.failed(failure('timeout', 'maybe'));
  expect(way.state()).toMatchObject({ state: 'offline', problem: { code: 'operator-timeout' } });
  expect([way.room(0, 4), way.mustAsk(), way.nextProbe()]).toEqual([0, false, now() + 2500]);
  advance(2500);
  expect([way.room(0, 4), way.mustAsk()]).toEqual([0, true]);
  way.failed(failure('timeout', 'maybe'));
  expect(way.nextProbe()).toBe(now() + 4500);
  advance(4500);
  way.opened();
  expect([way.room(0, 4), way.state().state]).toEqual([4, 'online']);
});

test('each change is reported once', () => {
  const { way, changes } = openWay();
  way.opened();
  way.opened();
  expect(changes()).toBe(1);
});

test('only errors about the connection close it', () => {
  const closing = (sent: Sentness) => errorCodes.filter((code) => faultOf(failure(code, sent)) === 'offline');
  expect(closing('no')).toEqual([
    'unreachable',
    'dns',
    'tls',
    'certificate',
    'untrusted',
    'proxy-refused',
    'proxy-unreachable',
    'timeout',
    'reset',
    'token-unavailable',
  ]);
  expect(closing('maybe')).toEqual([
    'unreachable',
    'dns',
    'tls',
    'certificate',
    'untrusted',
    'proxy-refused',
    'proxy-unreachable',
    'token-unavailable',
  ]);
  expect(errorCodes.filter((code) => faultOf(failure(code, 'maybe')) === 'doubtful')).toEqual([
    'timeout',
    'reset',
    'server-error',
    'gateway',
    'unexpected-status',
    'unreadable',
    'redirected',
  ]);
  expect(errorCodes.filter((code) => faultOf(failure(code, 'no')) === 'paused')).toEqual([
    'proxy-login',
    'login-refused',
    'unauthorised',
    'customer-gone',
    'intercepted',
  ]);
});
