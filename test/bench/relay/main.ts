import { leaveRows, type Verdict } from '../frame/verdicts.ts';
import { answerHelp } from '../../../relay/command-line.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  postgresPrograms,
  startPostgres,
  type PostgresServer,
} from '../../integration/relay/store/postgres-server.ts';
import { newChildren } from '../../kill/children.ts';
import { bareFastify, bareNode } from './bare-handlers.ts';
import type { Contender } from './contender.ts';
import { laptopsOf } from './dialects.ts';
import { describeMachine, isOnDisk } from './machine.ts';
import { measureDelivery, measureIngest, type Bench, type Delivered } from './measure.ts';
import { debianWebhook, debianWebhookIdle, nginxWithNchan, type Peer } from './peers.ts';
import { readPlan, USAGE, type Plan } from './plan.ts';
import { relayOnPostgres, relayOnSqlite } from './relays.ts';
import { judgeReplicas, measureReplicas, replicasTable } from './replicas.ts';
import { report, reportAttacked, verdictLines } from './report.ts';
import { judge, judgeAttacked, type Measured } from './targets.ts';

/** Measures everything, prints it, and answers the exit code: 1 where a target is missed. */
async function run(plan: Plan): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-bench-'));
  const children = newChildren();
  const say = (line: string): void => console.error(line);
  let postgres: PostgresServer | null = null;
  const end = async (): Promise<void> => {
    children.end();
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('SIGINT', () => void end().then(() => process.exit(130)));
  try {
    if (!isOnDisk(folder)) {
      say(`${folder} is in memory, where a sync costs nothing: set TMPDIR to a folder on a disk.`);
      return 2;
    }
    console.log(`${describeMachine(folder)}\n`);
    const programs = postgresPrograms();
    postgres = programs === null ? null : await startPostgres(programs);
    const bench = { folder, children, say };
    const verdicts = await verdictsOf(bench, plan, postgres);
    if (plan.json !== null) leaveRows(plan.json, verdicts);
    return verdicts.some(({ outcome }) => outcome === 'missed') ? 1 : 0;
  } finally {
    await end();
  }
}

async function verdictsOf(
  bench: Bench,
  plan: Plan,
  postgres: PostgresServer | null,
): Promise<readonly Verdict[]> {
  if (plan.hasReplicas) return withReplicas(bench, postgres);
  return plan.attackers > 0 ? attacked(bench, plan, postgres) : usual(bench, plan, postgres);
}

async function withReplicas(bench: Bench, postgres: PostgresServer | null): Promise<readonly Verdict[]> {
  if (postgres === null) {
    const line = 'relays on one PostgreSQL: not installed (apt-get install postgresql)';
    return [{ outcome: 'not measured', line }];
  }
  const figures = await measureReplicas(bench, postgres);
  const verdicts = judgeReplicas(figures);
  console.log([...replicasTable(figures), '', ...verdictLines(verdicts)].join('\n'));
  return verdicts;
}

async function usual(bench: Bench, plan: Plan, postgres: PostgresServer | null): Promise<readonly Verdict[]> {
  const measured = await measure(bench, plan, postgres);
  const verdicts = judge(measured);
  console.log(report(measured, verdicts));
  return verdicts;
}

/** The relays alone, with the attack beside their deliveries. */
async function attacked(
  bench: Bench,
  { deliveries, attackers }: Plan,
  postgres: PostgresServer | null,
): Promise<readonly Verdict[]> {
  const relays = [relayOnSqlite, ...(postgres === null ? [] : [relayOnPostgres(postgres)])];
  const delivered: Delivered[] = [];
  for (const delivery of deliveries) {
    for (const relay of relays) delivered.push(await measureDelivery(bench, delivery, relay, attackers));
  }
  const verdicts = judgeAttacked(delivered);
  console.log(reportAttacked(delivered, verdicts));
  return verdicts;
}

async function measure(bench: Bench, plan: Plan, postgres: PostgresServer | null): Promise<Measured> {
  const second: Peer =
    postgres === null
      ? { name: 'relay, PostgreSQL', missing: 'apt-get install postgresql' }
      : relayOnPostgres(postgres);
  const all: readonly Peer[] = [
    relayOnSqlite,
    second,
    bareNode,
    bareFastify,
    debianWebhook(),
    debianWebhookIdle(),
    nginxWithNchan(),
  ];
  const contenders: Contender[] = [];
  const absent: Measured['absent'][number][] = [];
  for (const peer of all) {
    if ('missing' in peer) absent.push(peer);
    else contenders.push(peer);
  }
  const ingest = await measureIngest(bench, plan, contenders);
  const delivered: Delivered[] = [];
  for (const delivery of plan.deliveries) {
    for (const contender of contenders) {
      if (laptopsOf(contender.dialect) === null) continue;
      delivered.push(await measureDelivery(bench, delivery, contender));
    }
  }
  return { ingest, delivered, absent };
}

answerHelp(USAGE);
const plan = readPlan(process.argv.slice(2));
if (plan === null) {
  console.error(`Usage: ${USAGE}`);
  process.exitCode = 2;
} else {
  process.exitCode = await run(plan);
}
