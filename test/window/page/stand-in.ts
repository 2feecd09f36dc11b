import type { z } from 'zod';
import type { Bridge } from '../../../shared/ipc/bridge.ts';
import {
  type CallName,
  callNames,
  type CallParsed,
  type Contract,
  contract,
} from '../../../shared/ipc/contract.ts';
import type { Envelope, Place, Topic } from '../../../shared/ipc/messages.ts';
import type { ConnectionId } from '../../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';

type Reply<Name extends CallName> = z.input<Contract[Name]['output']>;

/** How the main process answers one call. A `ProblemError` becomes a refused envelope, as in the router. */
export type Answer<Name extends CallName> = (input: CallParsed<Name>) => Reply<Name> | Promise<Reply<Name>>;
/** The calls that a test answers; the contract gives the types of input and output. */
export type Answers = { readonly [Name in CallName]?: Answer<Name> };

/** The parts of the schemas that are used here. The compiler takes seconds to compare whole schemas with `z.ZodType`. */
interface Schemas<Input, Output> {
  readonly input: Pick<z.ZodType<Input>, 'parse'>;
  readonly output: Pick<z.ZodType, 'parse'> & { readonly _zod: { readonly input: Output } };
}
/** The contract with input and output of a name correlated. */
type Calls = { readonly [Name in CallName]: Schemas<CallParsed<Name>, Reply<Name>> };

/** The main process of a component test: answers calls, announces commits, remembers what it was asked. */
export class StandIn {
  #answers = new Map<CallName, (input: unknown) => Promise<unknown>>();
  readonly #changed = new Set<(topics: readonly Topic[]) => void>();
  readonly #go = new Set<(place: Place, connection: ConnectionId | null) => void>();
  #asked: { readonly name: CallName; readonly input: unknown }[] = [];
  #faults: string[] = [];
  #ended = Promise.withResolvers<never>();

  /** Ends a test: calls that are still without an answer are refused, so that no slice waits for them in the next test. */
  reset(): void {
    this.#ended.promise.catch(() => {});
    this.#ended.reject(new ProblemError(makeProblem('unexpected')));
    this.#ended = Promise.withResolvers();
    this.#answers = new Map();
    this.#asked = [];
    this.#faults = [];
  }

  /** Adds or replaces answers; the window reads again only after `announce`. */
  answer(answers: Answers): void {
    for (const [name, answer] of callNames.map((each) => bind(each, answers, contract)))
      if (answer !== null) this.#answers.set(name, answer);
  }

  /** Publishes a commit. */
  announce(...topics: Topic[]): void {
    for (const listener of this.#changed) listener(topics);
  }

  /** The person clicked a notification; `connection`: of another customer than the shown one. */
  go(place: Place, connection: ConnectionId | null = null): void {
    for (const listener of this.#go) listener(place, connection);
  }

  /** The calls that were made, in their order. */
  order(): readonly CallName[] {
    return this.#asked.map(({ name }) => name);
  }

  /** The inputs of all calls of this name so far, oldest first. */
  asked(name: CallName): readonly unknown[] {
    return this.#asked.filter((asked) => asked.name === name).map(({ input }) => input);
  }

  /** Calls for which the test has no answer, and answers that do not fit the contract. */
  faults(): readonly string[] {
    return this.#faults;
  }

  /** The bridge that the preload script would put into the page. */
  bridge(): Bridge {
    const made: Record<string, unknown> = {
      onChanged: listenIn(this.#changed),
      onGo: listenIn(this.#go),
    };
    for (const name of callNames) {
      const [space = '', verb = ''] = name.split('.');
      const group = made[space] ?? {};
      made[space] = { ...group, [verb]: (input: unknown) => this.#call(name, input) };
    }
    if (!isBridge(made)) throw new Error('a call of the contract is missing');
    return made;
  }

  async #call(name: CallName, input: unknown): Promise<Envelope<unknown>> {
    this.#asked.push({ name, input });
    const answer = this.#answers.get(name);
    try {
      if (answer === undefined) throw new Error('the test has no answer for it');
      return { ok: true, value: await Promise.race([answer(input), this.#ended.promise]) };
    } catch (cause) {
      if (cause instanceof ProblemError) return { ok: false, error: cause.problem };
      this.#faults.push(`${name}(${JSON.stringify(input)}): ${String(cause)}`);
      throw cause;
    }
  }
}

function bind<Name extends CallName>(
  name: Name,
  answers: Answers,
  calls: Calls,
): readonly [Name, ((input: unknown) => Promise<unknown>) | null] {
  const answer: Answer<Name> | undefined = answers[name];
  return [name, answer === undefined ? null : answering(calls[name], answer)];
}

/** Input and output are parsed as the router parses them. */
function answering<Input, Output>(
  { input, output }: Schemas<Input, Output>,
  answer: (input: Input) => Output | Promise<Output>,
): (input: unknown) => Promise<unknown> {
  return async (given) => output.parse(await answer(input.parse(given)));
}

function listenIn<Listener>(listeners: Set<Listener>): (listener: Listener) => () => void {
  return (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
}

function isBridge(made: Record<string, unknown>): made is Record<string, unknown> & Bridge {
  return callNames.every((name) => {
    const [space = '', verb = ''] = name.split('.');
    const group = made[space];
    return typeof group === 'object' && group !== null && verb in group;
  });
}
