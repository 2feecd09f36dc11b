import type { z } from 'zod';
import { reaches, type Role } from '../../shared/domain/people.ts';
import { type Least, leastForm, type Envelope } from '../../shared/ipc/messages.ts';
import {
  type CallByInput,
  type CallName,
  type CallOutput,
  type CallParsed,
  callNames,
  contract,
  isCallName,
} from '../../shared/ipc/contract.ts';
import { makeProblem, type Problem, type ProblemCode, ProblemError } from '../../shared/problem.ts';
import type { Log } from '../base/ports.ts';
import { maskSecrets } from '../base/mask.ts';

/** The caller as identified by the shell. The window cannot influence these values. */
export interface Sender {
  readonly windowId: number;
  readonly url: string;
  readonly isMainFrame: boolean;
  /** The id of the loaded page; each load gets a new one. */
  readonly page: string;
}

/** The context of a handler, besides its input. */
export interface CallContext {
  readonly sender: Sender;
}

/**
 * One handler per call of the contract; a missing one is a compile error. A handler returns the output, or throws a
 * ProblemError that the person will see. Any other exception becomes the problem `unexpected`.
 */
export type Handlers = {
  readonly [Name in CallName]: (
    input: CallParsed<Name>,
    context: CallContext,
  ) => CallOutput<Name> | Promise<CallOutput<Name>>;
};

/** The least role of a call, depending on its input; a missing call is a compile error. */
export type LeastByInput = { readonly [Name in CallByInput]: (input: CallParsed<Name>) => Role };

/** The dependencies of the router. */
export interface RouterParts {
  readonly handlers: Handlers;
  /** Awaited before each handler, so that a call during a reopen does not fail with `not-connected`. */
  readonly ready: () => Promise<void>;
  /**
   * Runs a call with the customer of the sender's page, even if another customer is shown by then, and resolves once
   * what the call saved is on the disk. Rejects with ProblemError if that customer is closed or the disk fails.
   */
  readonly inPage: <Value>(page: string, work: () => Promise<Value>) => Promise<Value>;
  /** Why a call is refused at present, whatever its input; null = allowed. Evaluated right before its handler. */
  readonly refusal: (name: CallName) => Problem | null;
  /** The role in force, evaluated at each call. */
  readonly role: () => Role;
  readonly leastByInput: LeastByInput;
  readonly isTrustedSender: (sender: Sender) => boolean;
  readonly log: Log;
}

/** The only entry from a window into the main process. */
export interface Router {
  /** Never rejects: every failure is an envelope with a problem. */
  readonly handle: (name: unknown, input: unknown, sender: Sender) => Promise<Envelope<unknown>>;
}

/** The refusal names the role that may make the call. */
const roleNeeded: Readonly<Record<Exclude<Role, 'installer'>, ProblemCode>> = {
  lead: 'role-lead-needed',
  supervisor: 'role-supervisor-needed',
  administrator: 'role-administrator-needed',
};

type BoundCall = (input: unknown, context: CallContext) => Promise<Envelope<unknown>>;
/** The compiler takes seconds to compare every schema of the contract with `z.ZodType`, and one method alone is called. */
type Schema<Value> = Pick<z.ZodType<Value>, 'safeParse'>;
interface Schemas<Input, Output> {
  readonly least: Least;
  readonly input: Schema<Input>;
  readonly output: Schema<Output>;
}
/** The contract with its schema pairs written out, so that a handler and its schemas stay correlated by name. */
type Calls = { readonly [Name in CallName]: Schemas<CallParsed<Name>, CallOutput<Name>> };

/**
 * Creates the router. Order of a call: sender check, customer of the page, lock, least role, input parse, least
 * role by input, handler, output parse, envelope. No handler can bypass a step.
 */
export function createRouter(parts: RouterParts): Router {
  const calls = new Map<CallName, BoundCall>(callNames.map((name) => bind(name, contract, parts)));
  const handle = async (name: unknown, input: unknown, sender: Sender): Promise<Envelope<unknown>> => {
    if (!parts.isTrustedSender(sender)) {
      parts.log('warn', 'ipc.sender-refused', sender.url);
      return refused(makeProblem('input-invalid', { field: 'sender' }));
    }
    const call = typeof name === 'string' && isCallName(name) ? calls.get(name) : undefined;
    if (call === undefined) {
      parts.log('warn', 'ipc.call-unknown');
      return refused(makeProblem('input-invalid', { field: 'call' }));
    }
    try {
      return await call(input, { sender });
    } catch (cause) {
      if (cause instanceof ProblemError) return refused(cause.problem);
      const message = describe(cause);
      parts.log('error', 'ipc.unexpected', `${String(name)}: ${message}`);
      return refused(makeProblem('unexpected', {}, message));
    }
  };
  return { handle };
}

function bind<Name extends CallName>(
  name: Name,
  calls: Calls,
  { handlers, ready, inPage, refusal, role, leastByInput, log }: RouterParts,
): readonly [Name, BoundCall] {
  const call = calls[name];
  const byRole = (least: Role): Problem | null => {
    if (least === 'installer') return null;
    const own = role();
    if (reaches(own, least)) return null;
    log('warn', 'ipc.role-refused', `${name}: ${own} < ${least}`);
    return makeProblem(roleNeeded[least]);
  };
  const checkCall = () => refusal(name) ?? byRole(leastForm(call.least));
  const byInput: Partial<{ readonly [Call in CallName]: (input: CallParsed<Call>) => Role }> = leastByInput;
  const leastOf = byInput[name];
  const checkInput = (input: CallParsed<Name>) => (leastOf === undefined ? null : byRole(leastOf(input)));
  const answer = bindCall<CallParsed<Name>, CallOutput<Name>>(call, handlers[name], checkCall, checkInput);
  return [
    name,
    async (input, context) => {
      await ready();
      return inPage(context.sender.page, () => answer(input, context));
    },
  ];
}

function bindCall<Input, Output>(
  call: Schemas<Input, Output>,
  handler: (input: Input, context: CallContext) => Output | Promise<Output>,
  checkCall: () => Problem | null,
  checkInput: (input: Input) => Problem | null,
): BoundCall {
  return async (input, context) => {
    const problem = checkCall();
    if (problem !== null) return refused(problem);
    const parsed = call.input.safeParse(input);
    if (!parsed.success) return refused(makeProblem('input-invalid', { field: fieldOf(parsed.error) }));
    const tooMuch = checkInput(parsed.data);
    if (tooMuch !== null) return refused(tooMuch);
    const answer = call.output.safeParse(await handler(parsed.data, context));
    // Only the field is named, because the invalid value may be a secret.
    if (!answer.success)
      throw new Error(`the answer does not fit the contract at "${fieldOf(answer.error)}"`);
    return { ok: true, value: answer.data };
  };
}

/** The path of the first issue (`car.vin`), never its value. */
function fieldOf(error: z.ZodError): string {
  const path = error.issues[0]?.path.map(String).join('.') ?? '';
  return path === '' ? 'input' : path;
}

function describe(cause: unknown): string {
  const text = cause instanceof Error ? `${cause.name}: ${cause.message}` : 'not an Error';
  return maskSecrets(text).slice(0, 300);
}

function refused(error: Problem): Envelope<unknown> {
  return { ok: false, error };
}
