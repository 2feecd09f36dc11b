import { z } from 'zod';
import { dialectName } from './dialects.ts';
import { memory } from './process-figures.ts';
import { percentiles } from './percentiles.ts';

/* The orders to the load's processes, and their answers. */

export const ingestOrder = z.object({
  port: z.number(),
  /** Whose processor time is read. */
  pid: z.number(),
  dialect: dialectName,
  connections: z.number(),
  warmUpSeconds: z.number(),
  seconds: z.number(),
});
export type IngestOrder = z.infer<typeof ingestOrder>;

export const ingestFigures = z.object({
  perSecond: z.number(),
  /** From writing a webhook to its answer. */
  latency: percentiles,
  /** Processor time of the server's own process for each webhook. */
  serverMicroseconds: z.number(),
  /** How busy the sending process was, 1 = a core. Near 1 it was the load that came to its end, not the server. */
  loadBusy: z.number(),
});
export type IngestFigures = z.infer<typeof ingestFigures>;

export const deliveryOrder = z.object({
  port: z.number(),
  /** Whose memory and processor time are read. */
  pid: z.number(),
  dialect: dialectName,
  /** One per laptop. */
  tokens: z.array(z.string()).readonly(),
  /** Webhooks, one after the other: the next when all laptops wait again. */
  rounds: z.number(),
});
export type DeliveryOrder = z.infer<typeof deliveryOrder>;

export const deliveryFigures = z.object({
  /** From writing a webhook to a laptop that has it, over all laptops and rounds. */
  latency: percentiles,
  /** Processor time of the server's own process for each webhook and laptop, asking again included. */
  serverMicroseconds: z.number(),
  memory: z.object({ before: memory, waiting: memory, after: memory }),
});
export type DeliveryFigures = z.infer<typeof deliveryFigures>;

export const replicasOrder = z.object({
  replicas: z.array(z.object({ port: z.number(), pid: z.number() })),
  /** One per laptop, in the order of their customers. */
  tokens: z.array(z.string()).readonly(),
  customers: z.array(z.number()).readonly(),
  webhooks: z.number(),
  webhooksPerSecond: z.number(),
});
export type ReplicasOrder = z.infer<typeof replicasOrder>;

export const replicasFigures = z.object({
  /** From writing a webhook to a laptop that has it, over all laptops and webhooks, those around the kill included. */
  latency: percentiles,
  /** The same before the kill alone. */
  undisturbed: percentiles,
  /** Results that a laptop of their customer did not get. */
  lost: z.number(),
  /** Laptops whose replica was killed. */
  moved: z.number(),
  /** MiB at most of each replica that lived on. */
  most: z.array(z.number()),
});
export type ReplicasFigures = z.infer<typeof replicasFigures>;
