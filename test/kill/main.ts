import { readKillArguments, type KillArguments, USAGE } from './arguments.ts';
import { answerHelp } from '../../relay/command-line.ts';
import { runCustomersRound } from './customers/round.ts';
import { runRescueRound } from './rescue/round.ts';
import { type RoundReport, runRound } from './round.ts';

/** `npm run kill`: kills the real processes under load until the number asked for is reached; see the README beside this. */

const KILLS_PER_ROUND = 10;
/** Two rounds at once: each starts processes one after the other and mostly waits. */
const ROUNDS_AT_ONCE = 2;

const say = (line: string) => {
  console.log(line);
};

async function main(): Promise<number> {
  answerHelp(USAGE);
  const asked = readKillArguments(process.argv.slice(2));
  if (asked === null) {
    console.error(`Usage: ${USAGE}`);
    return 2;
  }
  const over = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => over.abort());
  say(`${asked.runs} kills, seed ${asked.seed}`);
  if (asked.customers) return killOthers(asked, over.signal, customersRound);
  if (asked.rescue) return killOthers(asked, over.signal, rescueRound);
  const began = performance.now();
  const reports = await allRounds(asked, over.signal);
  if (over.signal.aborted) {
    say('Stopped. Everything that was started has ended.');
    return 130;
  }
  summarise(reports, (performance.now() - began) / 1000);
  return reports.some(({ violations }) => violations.length > 0) ? 1 : 0;
}

/** Rounds of other laptops, one after the other; `run` plays one and says in one line what happened. */
async function killOthers(
  { runs, seed }: KillArguments,
  signal: AbortSignal,
  run: (plan: OtherPlan) => Promise<OtherReport>,
): Promise<number> {
  let violations = 0;
  for (let done = 0; done < runs && !signal.aborted; done += KILLS_PER_ROUND) {
    const plan = { seed: seed + done, kills: Math.min(KILLS_PER_ROUND, runs - done), signal };
    const report = await run(plan);
    violations += report.violations.length;
    say(`seed ${plan.seed} · ${plan.kills} kills · ${report.says}`);
    for (const violation of report.violations) say(`  ${violation}`);
  }
  return violations > 0 ? 1 : 0;
}

type OtherPlan = Parameters<typeof runRescueRound>[0];
interface OtherReport {
  readonly says: string;
  readonly violations: readonly string[];
}

async function customersRound(plan: OtherPlan): Promise<OtherReport> {
  const { customers, accepted, violations } = await runCustomersRound(plan);
  return { says: `${customers} customers · ${accepted} orders accepted`, violations };
}

async function rescueRound(plan: OtherPlan): Promise<OtherReport> {
  const { continued, returned, violations } = await runRescueRound(plan);
  return { says: `${continued} jobs continued elsewhere · ${returned} laptops came back to one`, violations };
}

async function allRounds(
  { runs, seed }: KillArguments,
  signal: AbortSignal,
): Promise<readonly RoundReport[]> {
  const rounds = Array.from({ length: Math.ceil(runs / KILLS_PER_ROUND) }, (_, index) => ({
    number: index + 1,
    seed: seed + index,
    kills: Math.min(KILLS_PER_ROUND, runs - index * KILLS_PER_ROUND),
  }));
  const reports: RoundReport[] = [];
  const work = async () => {
    for (let round = rounds.shift(); round !== undefined && !signal.aborted; round = rounds.shift()) {
      const report = await runRound({ ...round, signal }).catch((cause: unknown) => {
        if (signal.aborted) return null;
        throw cause;
      });
      if (report === null) return;
      reports.push(report);
      tell(round.number, round.kills, report);
    }
  };
  await Promise.all(Array.from({ length: ROUNDS_AT_ONCE }, work));
  return reports;
}

function tell(number: number, kills: number, report: RoundReport): void {
  const { seed, appKills, relayKills, jobs, operations, acknowledged, seconds, violations, kept } = report;
  say(
    [
      `round ${number}`,
      `seed ${seed}`,
      `killed app ${appKills}, relay ${relayKills}`,
      `${jobs} jobs, ${operations} operations, ${acknowledged} results acknowledged`,
      `${seconds.toFixed(1)} s`,
      violations.length === 0 ? 'ok' : `${violations.length} VIOLATIONS`,
    ].join(' · '),
  );
  for (const violation of violations) say(`  ${violation}`);
  if (kept !== null) say(`  kept in ${kept}; again: npm run kill -- --runs ${kills} --seed ${seed}`);
}

function summarise(reports: readonly RoundReport[], seconds: number): void {
  const sum = (of: (report: RoundReport) => number) =>
    reports.reduce((total, report) => total + of(report), 0);
  const app = sum(({ appKills }) => appKills);
  const relay = sum(({ relayKills }) => relayKills);
  say(
    `${app + relay} kills (app ${app}, relay ${relay}) in ${reports.length} rounds and ${seconds.toFixed(0)} s: ` +
      `${sum(({ jobs }) => jobs)} jobs, ${sum(({ operations }) => operations)} operations, ` +
      `${sum(({ acknowledged }) => acknowledged)} results acknowledged, ${sum(({ violations }) => violations.length)} violations`,
  );
}

process.exitCode = await main();
