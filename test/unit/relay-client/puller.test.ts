import { describe, expect, test } from 'vitest';
import { relayError, relayProblemOf } from '../../../electron/relay/relay-error.ts';
import { DAY, MINUTE, SECOND } from '../../../shared/time.ts';
import { err } from '../../../shared/result.ts';
import { pulling } from './pulling.ts';
import { EPOCH, page, reset } from './scripted-relay.ts';

const down = err(relayError('unreachable', 'ECONNREFUSED'));

describe('the questions of a puller', () => {
  test('first for an answer at once, then by a long poll', async () => {
    const { puller, relay, asked } = pulling();
    puller.start();
    await asked(1);
    expect(relay.asked[0]).toMatchObject({
      environment: 'uat',
      customerId: 4711,
      after: null,
      waitSeconds: 0,
    });
    relay.answer(page(0));
    await asked(2);
    expect(relay.asked[1]).toMatchObject({ after: `${EPOCH}.0`, waitSeconds: 50 });
  });

  test('the next page at once while there is more', async () => {
    const { puller, relay, pages, asked } = pulling();
    puller.start();
    await asked(1);
    relay.answer(page(200, { results: ['a', 'b'], upToDate: false }));
    await asked(2);
    relay.answer(page(300, { results: ['c'] }));
    await asked(3);
    expect(pages.map((taken) => taken.results)).toEqual([['a', 'b'], ['c']]);
    expect(relay.asked.map((query) => query.after)).toEqual([null, `${EPOCH}.200`, `${EPOCH}.300`]);
  });

  test('a page without results or progress is not delivered', async () => {
    const { puller, relay, pages, store, asked } = pulling();
    store.cursor = `${EPOCH}.7`;
    puller.start();
    await asked(1);
    relay.answer(page(7));
    await asked(2);
    expect(pages).toEqual([]);
  });

  test('an empty page still moves the cursor past results of others', async () => {
    const { puller, relay, store, asked } = pulling();
    store.cursor = `${EPOCH}.7`;
    puller.start();
    await asked(1);
    relay.answer(page(9000));
    await asked(2);
    expect(store.cursor).toBe(`${EPOCH}.9000`);
  });

  test('a relay that does not wait is not asked in a tight loop', async () => {
    const { puller, relay, clock, asked, sleeping } = pulling();
    puller.start();
    await asked(1);
    relay.answer(page(0));
    await asked(2);
    relay.answer(page(0));
    expect(await sleeping()).toBe(SECOND);
    clock.advance(SECOND);
    await asked(3);
  });

  test('a clock that is set back by a day while the relay is asked does not silence it for a day', async () => {
    const { puller, relay, clock, asked, sleeping } = pulling();
    puller.start();
    await asked(1);
    relay.answer(page(0));
    await asked(2);
    clock.setBack(DAY);
    relay.answer(page(0));
    expect(await sleeping()).toBe(SECOND);
  });

  test('a feed that claims more without moving on is a fault, not a loop', async () => {
    const { puller, relay, store, states, asked, sleeping } = pulling();
    store.cursor = `${EPOCH}.7`;
    puller.start();
    await asked(1);
    relay.answer(page(7, { upToDate: false }));
    await sleeping();
    expect(states.at(-1)).toMatchObject({ state: 'unreachable', problem: { code: 'relay-unreadable' } });
  });
});

describe('a page that cannot be stored', () => {
  test('is requested again from the same cursor, after a pause', async () => {
    const { puller, relay, clock, pages, store, notStored, states, asked, sleeping } = pulling();
    store.cursor = `${EPOCH}.4`;
    store.refuses = new Error('disk full');
    puller.start();
    await asked(1);
    relay.answer(page(5, { results: ['a'] }));
    const delay = await sleeping();
    expect(notStored).toEqual([store.refuses]);
    expect(states.at(-1)).toMatchObject({ state: 'connected' });

    store.refuses = null;
    clock.advance(delay);
    await asked(2);
    expect(relay.asked[1]?.after).toBe(`${EPOCH}.4`);
    relay.answer(page(5, { results: ['a'] }));
    await asked(3);
    expect(pages.map((taken) => taken.results)).toEqual([['a']]);
    expect(relay.asked[2]?.after).toBe(`${EPOCH}.5`);
  });

  test('waits longer each time', async () => {
    const { puller, relay, clock, store, asked, sleeping } = pulling();
    store.refuses = new Error('disk full');
    puller.start();
    const delays: number[] = [];
    for (let round = 1; round <= 4; round += 1) {
      await asked(round);
      relay.answer(page(5, { results: ['a'] }));
      delays.push(await sleeping());
      clock.advance(delays.at(-1) ?? 0);
    }
    expect(delays).toEqual([500, 1000, 2000, 4000]);
  });
});

describe('the run of the store', () => {
  const [FIRST, SECOND_RUN] = ['00000000000000aa', '00000000000000bb'];

  test('is returned, and another one is reported once', async () => {
    const { puller, relay, otherRuns, asked } = pulling();
    puller.start();
    await asked(1);
    expect(relay.asked[0]?.run).toBeNull();
    relay.answer(page(1, { run: FIRST }));
    await asked(2);
    expect(relay.asked[1]?.run).toBe(FIRST);
    relay.answer(page(2, { results: ['a'], run: FIRST }));
    await asked(3);
    expect(otherRuns.count).toBe(0);
    relay.answer(page(3, { results: ['b'], run: SECOND_RUN }));
    await asked(4);
    expect(otherRuns.count).toBe(1);
    expect(relay.asked[3]?.run).toBe(SECOND_RUN);
  });

  test('is not reported after a failure: the state reports that the relay is back', async () => {
    const { puller, relay, clock, states, otherRuns, asked, sleeping } = pulling();
    puller.start();
    await asked(1);
    relay.answer(page(1, { run: FIRST }));
    await asked(2);
    relay.answer(down);
    clock.advance(await sleeping());
    await asked(3);
    relay.answer(page(2, { results: ['a'], run: SECOND_RUN }));
    await asked(4);
    expect(otherRuns.count).toBe(0);
    expect(states.at(-1)).toMatchObject({ state: 'connected' });
  });
});

describe('a relay that does not answer', () => {
  test('is asked with pauses that double up to 60 s and are jittered', async () => {
    const { puller, relay, clock, asked, sleeping } = pulling();
    puller.start();
    const delays: number[] = [];
    for (let round = 1; round <= 9; round += 1) {
      await asked(round);
      relay.answer(down);
      delays.push(await sleeping());
      clock.advance(delays.at(-1) ?? 0);
    }
    expect(delays).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  });

  test('is unreachable since the first failure until a page comes', async () => {
    const { puller, relay, clock, states, asked, sleeping } = pulling();
    const begin = clock.now();
    puller.start();
    for (const round of [1, 2, 3]) {
      await asked(round);
      relay.answer(down);
      clock.advance(await sleeping());
    }
    await asked(4);
    relay.answer(page(1, { lastReceivedAt: 77 }));
    await asked(5);
    expect(states).toEqual([
      { state: 'connecting' },
      { state: 'unreachable', since: begin, problem: relayProblemOf(down.error) },
      { state: 'connected', since: clock.now(), lastReceivedAt: 77 },
    ]);
  });

  test('is polled again, and its failures are cleared, after a page', async () => {
    const { puller, relay, clock, asked, sleeping } = pulling();
    puller.start();
    for (const round of [1, 2, 3]) {
      await asked(round);
      relay.answer(down);
      clock.advance(await sleeping());
    }
    await asked(4);
    relay.answer(page(1));
    await asked(5);
    expect(relay.asked.map((query) => query.waitSeconds)).toEqual([0, 0, 0, 0, 50]);
    relay.answer(down);
    expect(await sleeping()).toBe(500);
  });

  test('is left alone at least as long as it asks for', async () => {
    const { puller, relay, asked, sleeping } = pulling(0);
    puller.start();
    await asked(1);
    relay.answer(err(relayError('failing', 'busy', { status: 503, retryAfterMs: 20 * SECOND })));
    expect(await sleeping()).toBe(20 * SECOND);
  });

  test('is requested in smaller pages while its answers cannot be read, and in whole ones again after', async () => {
    const { puller, relay, clock, asked, sleeping } = pulling();
    puller.start();
    for (const round of [1, 2]) {
      await asked(round);
      relay.answer(err(relayError('unreadable', 'more than 8388608 bytes')));
      clock.advance(await sleeping());
    }
    await asked(3);
    relay.answer(page(50, { results: ['a'], upToDate: false }));
    await asked(4);
    expect(relay.asked.map((query) => query.limit)).toEqual([200, 100, 50, 200]);
  });
});

describe('a relay that refuses the token', () => {
  test.each(['refused', 'wrong-customer'] as const)(
    '%s: is asked again slowly, or when woken',
    async (code) => {
      const { puller, relay, clock, states, asked, sleeping } = pulling();
      puller.start();
      await asked(1);
      relay.answer(err(relayError(code, '', { status: 401 })));
      expect(await sleeping()).toBe(5 * MINUTE);
      expect(states.at(-1)).toMatchObject({ state: 'refused', problem: { code: `relay-${code}` } });
      puller.wake();
      await asked(2);
      expect(clock.pending()).toEqual([]);
    },
  );
});

describe('a reset', () => {
  test('is delivered once and reading continues at its cursor', async () => {
    const { puller, relay, store, resets, asked } = pulling();
    store.cursor = 'ffffffffffffffff.5000';
    puller.start();
    await asked(1);
    relay.answer(reset(12));
    await asked(2);
    expect(resets).toEqual([{ reset: 'other-epoch', cursor: `${EPOCH}.12` }]);
    expect(relay.asked[1]?.after).toBe(`${EPOCH}.12`);
  });

  test('straight after a reset waits instead of going round in circles', async () => {
    const { puller, relay, asked, sleeping } = pulling();
    puller.start();
    await asked(1);
    relay.answer(reset(12));
    await asked(2);
    relay.answer(reset(13));
    expect(await sleeping()).toBe(1000);
  });
});

describe('waking and stopping', () => {
  test('a wake aborts a waiting poll, which may be dead, and requests an immediate answer', async () => {
    const { puller, relay, asked, states } = pulling();
    puller.start();
    await asked(1);
    relay.answer(page(3));
    await asked(2);
    puller.wake();
    await asked(3);
    expect(relay.asked[1]?.signal?.aborted).toBe(true);
    expect(relay.asked[2]).toMatchObject({ after: `${EPOCH}.3`, waitSeconds: 0 });
    expect(states.at(-1)).toMatchObject({ state: 'connected' });
  });

  test('waking again and again does not keep an answer from arriving', async () => {
    const { puller, relay, asked } = pulling();
    puller.start();
    await asked(1);
    puller.wake();
    puller.wake();
    expect(relay.asked[0]?.signal?.aborted).toBe(false);
  });

  test('stopping while a poll waits leaves no request and no timer', async () => {
    const { puller, relay, clock, asked } = pulling();
    puller.start();
    await asked(1);
    relay.answer(page(3));
    await asked(2);
    await puller.stop();
    expect(relay.isAsked()).toBe(false);
    expect(clock.pending()).toEqual([]);
  });

  test('stopping in a pause leaves no timer and asks no more', async () => {
    const { puller, relay, clock, asked, sleeping } = pulling();
    puller.start();
    await asked(1);
    relay.answer(down);
    await sleeping();
    await puller.stop();
    clock.advance(MINUTE);
    expect(clock.pending()).toEqual([]);
    expect(relay.asked).toHaveLength(1);
  });

  test('a page that arrives while stopping is not taken; it comes again after the next start', async () => {
    const { puller, relay, pages, asked } = pulling();
    puller.start();
    await asked(1);
    relay.answer(page(1, { results: ['a'] }));
    await puller.stop();
    expect(pages).toEqual([]);
    puller.start();
    await asked(2);
    relay.answer(page(1, { results: ['a'] }));
    await asked(3);
    expect(pages).toHaveLength(1);
  });

  test('starting twice asks once', async () => {
    const { puller, relay, asked } = pulling();
    puller.start();
    puller.start();
    await asked(1);
    expect(relay.asked).toHaveLength(1);
  });
});
