import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createToken } from '../../../relay/access/credentials.ts';
import { readSettings } from '../../../relay/settings.ts';
import { startRelay } from '../../../relay/start.ts';
import { customerId } from '../../../shared/ids.ts';
import { type CallName, callNames, contract } from '../../../shared/ipc/contract.ts';
import { envelopeOf } from '../../../shared/ipc/messages.ts';
import { MINUTE } from '../../../shared/time.ts';
import { notable } from '../../operator/seed/notable.ts';
import { startOperator } from '../../operator/start.ts';
import { type Random, random } from '../random.ts';
import { type Fitting, fittingOf } from './fitting.ts';
import { walkJob } from './job-walk.ts';
import { createKnown, type Known } from './known.ts';
import { walkOffice } from './office-walk.ts';
import { type Services, type Session, startSession } from './session.ts';
import { spoilt } from './spoil.ts';

/** The outcomes of the calls. */
export type WindowReport = {
  /** By the problem's code; `done` where there was none. */
  readonly outcomes: ReadonlyMap<string, number>;
  /** Calls that did what they were asked for at least once. */
  readonly done: ReadonlySet<CallName>;
  /** Plain sentences; empty when everything held. */
  readonly wrong: readonly string[];
};

/** An app is asked so many things before a new one begins: what was spoilt for good does not hide the rest. */
const CALLS_PER_APP = 400;
/** After so many made-up calls a job is taken on by right ones, which are not counted among the runs. */
const WALK_EVERY = 50;
/** On a busy machine too an answer comes long before. */
const HANGS_AFTER_MS = 2 * MINUTE;
/** They would start other programs, or end this one. */
const LEFT_OUT: ReadonlySet<CallName> = new Set(['app.quit', 'connect.startDemo']);
/** Seldom: little is to be seen behind them. */
const SELDOM: ReadonlySet<CallName> = new Set([
  'connect.disconnect',
  'connect.changeAssumptions',
  'connect.save',
]);

const asked = callNames.filter((name) => !LEFT_OUT.has(name));
const fitting: ReadonlyMap<CallName, Fitting> = new Map(
  asked.map((name) => [name, fittingOf(contract[name].input)]),
);

/** Asks real apps `runs` made-up things, the same for the same seed but for what depends on the ids that apps make. */
export async function fuzzWindow(
  runs: number,
  seed: number,
  progress: (made: number) => void = () => {},
): Promise<WindowReport> {
  const chance = random(seed);
  const outcomes = new Map<string, number>();
  const done = new Map<CallName, number>();
  const wrong: string[] = [];
  for (let made = 0; made < runs; made += CALLS_PER_APP) {
    // Of its own: Boxes that were fitted are not free for the next app.
    const { services, stop } = await startServices();
    const session = await startSession(services);
    try {
      const known = createKnown();
      let number = made;
      const ask = async (name: CallName, input: unknown): Promise<unknown> => {
        const { outcome, value } = await answerOf(session, name, input);
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        if (WRONG_OUTCOMES.has(outcome))
          wrong.push(`call ${number} of seed ${seed}, ${name}: ${outcome} with ${shown(input)}`);
        if (outcome !== 'done') return null;
        done.set(name, (done.get(name) ?? 0) + 1);
        known.learn(name, value);
        return value;
      };
      for (; number < Math.min(runs, made + CALLS_PER_APP); number += 1) {
        if (number % WALK_EVERY === 0)
          await (chance.chance(0.5) ? walkJob(ask, chance) : walkOffice({ ask, chance, services, session }));
        const name = rarerCall(chance, done);
        await ask(name, withinReach(services, inputOf(name, chance, known)));
      }
    } finally {
      await session.close();
      await stop();
    }
    wrong.push(...session.unforeseen);
    progress(Math.min(runs, made + CALLS_PER_APP));
  }
  return { outcomes, done: new Set(done.keys()), wrong };
}

const WRONG_OUTCOMES: ReadonlySet<string> = new Set(['hung', 'rejected', 'no envelope', 'unexpected']);

function someCall(chance: Random): CallName {
  const name = asked[chance.below(asked.length)] ?? 'app.status';
  return SELDOM.has(name) && !chance.chance(0.05) ? someCall(chance) : name;
}

/** Of two calls the one that was done less often: what is hard to reach is tried more. */
function rarerCall(chance: Random, done: ReadonlyMap<CallName, number>): CallName {
  const [one, other] = [someCall(chance), someCall(chance)];
  return (done.get(other) ?? 0) < (done.get(one) ?? 0) ? other : one;
}

function inputOf(name: CallName, chance: Random, known: Known): unknown {
  const right = fitting.get(name)?.(chance, known);
  return chance.chance(0.35) ? spoilt(chance, right) : right;
}

async function answerOf(
  session: Session,
  name: CallName,
  input: unknown,
): Promise<{ readonly outcome: string; readonly value: unknown }> {
  const hung = Promise.withResolvers<'hung'>();
  const timer = setTimeout(() => hung.resolve('hung'), HANGS_AFTER_MS);
  const without = (outcome: string) => ({ outcome, value: null });
  try {
    const answer = await Promise.race([session.ask(name, input), hung.promise]);
    if (answer === 'hung') return without('hung');
    const envelope = envelopeOf(contract[name].output).safeParse(answer);
    if (!envelope.success) return without('no envelope');
    return envelope.data.ok
      ? { outcome: 'done', value: envelope.data.value }
      : without(envelope.data.error.code);
  } catch {
    return without('rejected');
  } finally {
    clearTimeout(timer);
  }
}

/** Made-up addresses are replaced: nothing leaves this machine. */
function withinReach({ operator, relay }: Services, input: unknown): unknown {
  if (typeof input !== 'object' || input === null || input instanceof Uint8Array) return input;
  if (Array.isArray(input)) return input.map((each) => withinReach({ operator, relay }, each));
  if (Object.getPrototypeOf(input) !== Object.prototype) return input;
  return Object.fromEntries(
    Object.entries(input).map(([name, value]: [string, unknown]) => {
      if (name === 'baseUrl' && typeof value === 'string') return [name, operator.url];
      if (name === 'relayUrl' && typeof value === 'string') return [name, relay.relayUrl];
      return [name, withinReach({ operator, relay }, value)];
    }),
  );
}

const shown = (input: unknown): string => (JSON.stringify(input) ?? 'undefined').slice(0, 600);

/** A simulated operator and a real relay, both on this machine. */
export async function startServices(): Promise<{
  readonly services: Services;
  readonly stop: () => Promise<void>;
}> {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-fuzz-relay-'));
  const settings = readSettings({ RELAY_PORT: '0', RELAY_DATA_DIR: folder, RELAY_ALLOW_NO_SECRET: '1' });
  if (!settings.ok) throw new Error(settings.error);
  const relay = await startRelay(settings.value, { log: null });
  const customers = [customerId.parse(notable.customerId)];
  const made = await createToken(relay.store, { name: 'North', role: 'supervisor', customers }, Date.now());
  if (!made.ok) throw new Error(made.error);
  const operator = await startOperator({ cars: 20, settings: { webhookUrl: relay.url, resultDelayMs: 5 } });
  return {
    services: { operator, relay: { relayUrl: relay.url, relayToken: made.value.token } },
    stop: async () => {
      await relay.stop();
      await operator.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
