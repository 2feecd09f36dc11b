import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { runChild } from './child.ts';
import { relayLaptopsOf, webhookRequest } from './dialects.ts';
import { memoryOf } from './process-figures.ts';
import { replicasOrder, type ReplicasFigures, type ReplicasOrder } from './orders.ts';
import { percentilesOf } from './percentiles.ts';
import { ask, openWire, type Answer, type Wire } from './wire.ts';

/** A server may cut off an address that opens many connections at once: so few laptops share one. */
const ADDRESSES = 250;
/** Laptops that begin at the same time. */
const AT_ONCE = 100;
/** A laptop whose connection broke comes again within this time, as chance has it. Milliseconds. */
const COMES_AGAIN = 1000;
/** A laptop that lacks a result this long after the last webhook has lost it. Milliseconds. */
const GIVEN_UP = 20_000;
/** Rest between the first wait of all laptops and the first webhook. Milliseconds. */
const REST = 2000;
const FIRST_ID = 100_000_000;

type Laptop = {
  readonly token: string;
  readonly customer: number;
  readonly address: string;
  readonly seen: Set<number>;
  last: Answer | null;
};

type Webhook = { readonly sent: number; readonly isBeforeKill: boolean };

const page = z.object({ results: z.array(z.object({ payload: z.object({ assignmentId: z.number() }) })) });

/** Lets all laptops wait, posts webhooks in a steady stream, kills the first replica in the middle of it, and counts. */
async function deliver(order: ReplicasOrder): Promise<ReplicasFigures> {
  const { replicas, tokens, customers } = order;
  const perCustomer = tokens.length / customers.length;
  const posted = new Map<number, Webhook>();
  const durations = { all: new Array<number>(), beforeKill: new Array<number>() };
  const expected = order.webhooks * perCustomer;
  const complete = Promise.withResolvers<'complete'>();
  const note = (laptop: Laptop, assignmentId: number, at: number): void => {
    const webhook = posted.get(assignmentId);
    if (webhook === undefined || laptop.seen.has(assignmentId)) return;
    laptop.seen.add(assignmentId);
    durations.all.push(at - webhook.sent);
    if (webhook.isBeforeKill) durations.beforeKill.push(at - webhook.sent);
    if (durations.all.length === expected) complete.resolve('complete');
  };

  const living = [...replicas];
  const laptops = fleet(note, () => living[Math.floor(Math.random() * living.length)]?.port ?? 0);
  for (let from = 0; from < tokens.length; from += AT_ONCE) {
    const some = tokens.slice(from, from + AT_ONCE).map((token, index) => {
      const customer = customers[Math.floor((from + index) / perCustomer)] ?? 0;
      const address = `127.0.0.${2 + ((from + index) % ADDRESSES)}`;
      return laptops.begin(
        { token, customer, address, seen: new Set(), last: null },
        replicas[(from + index) % replicas.length]?.port ?? 0,
      );
    });
    await Promise.all(some);
  }
  while ((await waitingAt(replicas)) !== tokens.length) await pause(100);
  await pause(REST);

  const killAt = Math.floor(order.webhooks / 2);
  const begun = performance.now();
  for (let index = 0; index < order.webhooks; index += 1) {
    await pause(Math.max(0, begun + (index * 1000) / order.webhooksPerSecond - performance.now()));
    if (index === killAt) process.kill(living.shift()?.pid ?? 0, 'SIGKILL');
    const assignmentId = FIRST_ID + index;
    posted.set(assignmentId, { sent: performance.now(), isBeforeKill: index < killAt });
    void post(webhookRequest('relay', assignmentId, customers[index % customers.length]), living);
  }
  await Promise.race([complete.promise, pause(GIVEN_UP, undefined, { ref: false })]);
  const most = living.map(({ pid }) => memoryOf(pid).most);
  laptops.end();
  return {
    latency: percentilesOf(durations.all),
    undisturbed: percentilesOf(durations.beforeKill),
    lost: expected - durations.all.length,
    moved: laptops.moved(),
    most,
  };
}

/** Laptops that ask again for ever, at another relay when their connection breaks. */
function fleet(note: (laptop: Laptop, assignmentId: number, at: number) => void, livingPort: () => number) {
  const wires = new Set<Wire>();
  let moved = 0;
  let unread: (() => void)[] = [];
  const readAll = (): void => {
    const all = unread;
    unread = [];
    for (const read of all) read();
  };
  const begin = async (laptop: Laptop, port: number): Promise<void> => {
    const requests = relayLaptopsOf(laptop.customer);
    const wire = await openWire(port, laptop.address, () => {
      moved += 1;
      wires.delete(wire);
      void pause(Math.random() * COMES_AGAIN).then(() => begin(laptop, livingPort()));
    });
    wires.add(wire);
    const askNext = (): void =>
      wire.send(
        laptop.last === null ? requests.first(laptop.token) : requests.next(laptop.token, laptop.last),
        answered,
      );
    const answered = (answer: Answer): void => {
      const at = performance.now();
      if (unread.push(() => read(answer, at)) === 1) setImmediate(readAll);
    };
    const read = (answer: Answer, at: number): void => {
      if (answer.status > 399) throw new Error(`A laptop was answered ${answer.status}: ${answer.body}`);
      laptop.last = answer;
      askNext();
      if (!requests.bringsNews(answer)) return;
      for (const { payload } of page.parse(JSON.parse(answer.body)).results)
        note(laptop, payload.assignmentId, at);
    };
    askNext();
  };
  return {
    begin,
    moved: () => moved,
    end: () => {
      for (const wire of wires) wire.close();
    },
  };
}

/** Posts as the operator does, again at another relay when the connection breaks before the answer. */
async function post(request: string, living: readonly { readonly port: number }[]): Promise<void> {
  const port = living[Math.floor(Math.random() * living.length)]?.port ?? 0;
  const answer = await ask(port, request).catch(() => null);
  if (answer === null) return post(request, living);
  if (answer.status > 299) throw new Error(`Answered ${answer.status}: ${answer.body}`);
}

async function waitingAt(replicas: ReplicasOrder['replicas']): Promise<number> {
  const { request, read } = relayLaptopsOf(0).count;
  const waiting = await Promise.all(replicas.map(async ({ port }) => read(await ask(port, request))));
  return waiting.reduce((sum, one) => sum + one, 0);
}

await runChild(replicasOrder, deliver);
