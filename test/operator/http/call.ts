import type { Customer } from '../model.ts';
import type { OperatorState } from '../state.ts';
import type { OperatorSettings } from '../settings.ts';
import type { Random } from '../random.ts';
import type { Tokens } from '../tokens.ts';
import type { AssignmentResults } from '../results/assignment-results.ts';
import type { ViolationRule } from '../violations.ts';
import type { ReceivedRequest } from './received-request.ts';

/** One request on its way through a handler, with everything the handler may use. */
export type Call = {
  readonly request: ReceivedRequest;
  /** Decoded path parameters by their name in the route's template. */
  readonly params: Readonly<Record<string, string>>;
  readonly state: OperatorState;
  readonly settings: OperatorSettings;
  readonly random: Random;
  readonly tokens: Tokens;
  readonly results: AssignmentResults;
  /** Address of this server without a path, for absolute picture addresses. */
  readonly origin: string;
  /** Records something the spec forbids; the answer is the handler's own business. */
  readonly violated: (rule: ViolationRule, detail: string) => void;
};

/** A call in the context of one customer the API manager may reach. */
export type CustomerCall = Call & { readonly customer: Customer };
