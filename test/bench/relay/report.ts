import { table } from '../frame/table.ts';
import type { Delivered, Ingest } from './measure.ts';
import type { Verdict } from '../frame/verdicts.ts';
import type { Measured } from './targets.ts';

/** Two tables and one line per target, as Markdown. */
export function report(measured: Measured, verdicts: readonly Verdict[]): string {
  return [...ingestTable(measured), '', ...deliveryTable(measured), '', ...verdictLines(verdicts)].join('\n');
}

/** The table of deliveries, and one line per target. */
export const reportAttacked = (delivered: readonly Delivered[], verdicts: readonly Verdict[]): string =>
  [...deliveryTable({ delivered }), '', ...verdictLines(verdicts)].join('\n');

/** One line per target, and their count. */
export function verdictLines(verdicts: readonly Verdict[]): readonly string[] {
  const count = (outcome: Verdict['outcome']): string =>
    `${verdicts.filter((verdict) => verdict.outcome === outcome).length} ${outcome}`;
  return [
    ...verdicts.map(({ outcome, line }) => `${outcome.toUpperCase()}  ${line}`),
    '',
    `targets: ${count('met')}, ${count('missed')}, ${count('not measured')}`,
  ];
}

function ingestTable({ ingest, absent }: Measured): readonly string[] {
  const fastest = Math.max(...bareOnes(ingest).map(({ perSecond }) => perSecond));
  const head = [
    'ingest',
    'connections',
    'webhooks/s',
    'of bare',
    'p50 ms',
    'p95 ms',
    'p99 ms',
    'server µs each',
    'sender busy',
  ];
  const rows = ingest.map(({ name, connections, perSecond, latency, serverMicroseconds, loadBusy }) => [
    name,
    String(connections),
    perSecond.toFixed(0),
    (perSecond / fastest).toFixed(2),
    ...[latency.p50, latency.p95, latency.p99].map((value) => value.toFixed(1)),
    serverMicroseconds.toFixed(0),
    `${(loadBusy * 100).toFixed(0)} %`,
  ]);
  return table(head, [...rows, ...absent.map(({ name, missing }) => [name, `not installed: ${missing}`])]);
}

const bareOnes = (ingest: readonly Ingest[]) => ingest.filter(({ name }) => name.startsWith('bare'));

function deliveryTable({ delivered }: Pick<Measured, 'delivered'>): readonly string[] {
  const head = ['webhook to laptop', 'laptops', 'cores', 'p50 ms', 'p95 ms', 'p99 ms', 'most ms'];
  const costs = ['server µs each', 'MiB before', 'MiB waiting', 'MiB after', 'MiB most'];
  return table([...head, ...costs], delivered.map(deliveryRow));
}

function deliveryRow({
  name,
  laptops,
  oneCore,
  latency,
  serverMicroseconds,
  memory,
}: Delivered): readonly string[] {
  const { p50, p95, p99, most } = latency;
  const { before, waiting, after } = memory;
  return [
    name,
    String(laptops),
    oneCore ? '1' : 'all',
    ...[p50, p95, p99, most].map((value) => value.toFixed(1)),
    serverMicroseconds.toFixed(0),
    ...[before.now, waiting.now, after.now, after.most].map((value) => value.toFixed(0)),
  ];
}
