import { SECOND } from '../../../shared/time.ts';
import { runChild } from './child.ts';
import { webhookRequests } from './dialects.ts';
import { ingestOrder, type IngestFigures, type IngestOrder } from './orders.ts';
import { percentilesOf } from './percentiles.ts';
import { processorSecondsOf } from './process-figures.ts';
import { openWire, type Wire } from './wire.ts';

/** Sends webhooks on every connection, the next when the last one is answered, and counts after the warm-up. */
async function sendWebhooks(order: IngestOrder): Promise<IngestFigures> {
  const { port, pid, dialect, connections, warmUpSeconds, seconds } = order;
  const ended = Promise.withResolvers<undefined>();
  const wires = await Promise.all(Array.from({ length: connections }, () => openWire(port)));
  const begin = performance.now() + warmUpSeconds * SECOND;
  const end = begin + seconds * SECOND;
  const requestOf = webhookRequests(dialect);
  const durations: number[] = [];
  // Fixed width, so that all bodies have one length.
  let assignmentId = 100_000_000;
  let open = connections;
  let serverUsed: number | null = null;

  const send = (wire: Wire): void => {
    assignmentId += 1;
    const request = requestOf(assignmentId);
    const sent = performance.now();
    if (sent >= begin) serverUsed ??= processorSecondsOf(pid);
    wire.send(request, ({ status, body }) => {
      const now = performance.now();
      if (status < 200 || status > 299) return ended.reject(new Error(`Answered ${status}: ${body}`));
      if (sent >= begin && now <= end) durations.push(now - sent);
      if (now < end) return send(wire);
      open -= 1;
      return open === 0 ? ended.resolve(undefined) : undefined;
    });
  };
  const used = process.cpuUsage();
  const started = performance.now();
  wires.forEach(send);
  await ended.promise;
  const { user, system } = process.cpuUsage(used);
  const loadBusy = (user + system) / 1000 / (performance.now() - started);
  const serverSeconds = processorSecondsOf(pid) - (serverUsed ?? 0);
  for (const wire of wires) wire.close();
  return {
    perSecond: durations.length / seconds,
    latency: percentilesOf(durations),
    serverMicroseconds: (serverSeconds * 1_000_000) / durations.length,
    loadBusy,
  };
}

await runChild(ingestOrder, sendWebhooks);
