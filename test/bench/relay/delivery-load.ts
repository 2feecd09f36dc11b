import { setTimeout as pause } from 'node:timers/promises';
import { runChild } from './child.ts';
import { laptopsOf, webhookRequest, type Laptops } from './dialects.ts';
import { memoryOf, processorSecondsOf } from './process-figures.ts';
import { deliveryOrder, type DeliveryFigures, type DeliveryOrder } from './orders.ts';
import { percentilesOf } from './percentiles.ts';
import { ask, openWire, type Answer } from './wire.ts';

/** Rounds that are not counted: the server compiles what it runs often. */
const WARM_UP_ROUNDS = 3;
const POLL_EVERY = 5;
/** A server may cut off an address that opens many connections at once: so few laptops share one. */
const ADDRESSES = 250;

/** Lets laptops wait, posts webhooks and takes the time until each laptop has each of them. */
async function deliver(order: DeliveryOrder): Promise<DeliveryFigures> {
  const { port, pid, dialect, tokens, rounds } = order;
  const laptops = laptopsOf(dialect);
  if (laptops === null) throw new Error(`${dialect} hands nothing on.`);
  const before = memoryOf(pid);
  const arrived = await startLaptops(laptops, port, tokens);
  const sender = await openWire(port);

  let waiting = before;
  let used = 0;
  const durations: number[] = [];
  for (let round = 0; round < WARM_UP_ROUNDS + rounds; round += 1) {
    await untilAllWait(laptops, port, tokens.length);
    if (round === WARM_UP_ROUNDS) {
      waiting = memoryOf(pid);
      used = processorSecondsOf(pid);
    }
    const all = arrived.begin();
    const request = webhookRequest(dialect, 100_000_000 + round);
    const sent = performance.now();
    sender.send(request, ({ status, body }) => {
      if (status > 299) throw new Error(`Answered ${status}: ${body}`);
    });
    const instants = await all;
    if (round >= WARM_UP_ROUNDS) durations.push(...instants.map((at) => at - sent));
  }
  await untilAllWait(laptops, port, tokens.length);
  const after = memoryOf(pid);
  const serverMicroseconds = ((processorSecondsOf(pid) - used) * 1_000_000) / durations.length;
  sender.close();
  arrived.close();
  return { latency: percentilesOf(durations), serverMicroseconds, memory: { before, waiting, after } };
}

type Arrivals = {
  /** Resolves with the instant at which each laptop had news. */
  readonly begin: () => Promise<readonly number[]>;
  readonly close: () => void;
};

/**
 * The instant of an answer is taken before any laptop asks again: each real laptop has a processor of its own, so none waits
 * for the requests of the others.
 */
async function startLaptops(laptops: Laptops, port: number, tokens: readonly string[]): Promise<Arrivals> {
  let round = Promise.withResolvers<readonly number[]>();
  let instants: number[] = [];
  const wires = await Promise.all(
    tokens.map((_, index) => openWire(port, `127.0.0.${2 + (index % ADDRESSES)}`)),
  );

  /** Answers whose instant was taken, and which are looked at once all sockets of this turn were read. */
  let unread: (() => void)[] = [];
  const readAll = (): void => {
    const all = unread;
    unread = [];
    for (const read of all) read();
  };
  for (const [index, wire] of wires.entries()) {
    const token = tokens[index] ?? '';
    const answered = (answer: Answer): void => {
      const at = performance.now();
      if (unread.push(() => read(answer, at)) === 1) setImmediate(readAll);
    };
    const read = (answer: Answer, at: number): void => {
      if (answer.status > 399) throw new Error(`A laptop was answered ${answer.status}: ${answer.body}`);
      const isNews = laptops.bringsNews(answer);
      wire.send(laptops.next(token, answer), answered);
      if (!isNews) return undefined;
      instants.push(at);
      return instants.length === wires.length ? round.resolve(instants) : undefined;
    };
    wire.send(laptops.first === null ? laptops.next(token, null) : laptops.first(token), answered);
  }
  return {
    begin: () => {
      instants = [];
      round = Promise.withResolvers();
      return round.promise;
    },
    close: () => {
      for (const wire of wires) wire.close();
    },
  };
}

async function untilAllWait({ count }: Laptops, port: number, expected: number): Promise<void> {
  while (count.read(await ask(port, count.request)) !== expected) await pause(POLL_EVERY);
}

await runChild(deliveryOrder, deliver);
