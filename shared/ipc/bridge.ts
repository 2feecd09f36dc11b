import type { CallInput, CallName, CallOutput, Contract } from './contract.ts';
import type { ConnectionId } from '../ids.ts';
import type { Envelope, Place, Topic } from './messages.ts';

type Namespace<Name extends CallName> = Name extends `${infer Space}.${string}` ? Space : never;
type Verb<Name extends CallName, Space extends string> = Name extends `${Space}.${infer Rest}` ? Rest : never;

/**
 * `window.boxwright`: one function per call, built from the contract's keys, and subscriptions to changes. Calls
 * resolve to `{ok}` envelopes; they never reject for a problem that the main process knows.
 */
export type Bridge = {
  readonly [Space in Namespace<keyof Contract>]: {
    readonly [Action in Verb<keyof Contract, Space>]: `${Space}.${Action}` extends infer Name extends CallName
      ? (input: CallInput<Name>) => Promise<Envelope<CallOutput<Name>>>
      : never;
  };
} & {
  /**
   * Calls back with the topics of every commit and the number of the last change of each; the returned function
   * unsubscribes.
   */
  readonly onChanged: (
    listener: (topics: readonly Topic[], numbers?: readonly number[]) => void,
  ) => () => void;
  /**
   * Calls back with the place to show after a person clicked a notification. `connection` names its customer if
   * another one is shown. The last place that arrived before a listener was added is delivered to it.
   */
  readonly onGo: (listener: (place: Place, connection: ConnectionId | null) => void) => () => void;
};

/**
 * The channel of changes from the main process to the window. Kept apart from the topics' schema, because the preload
 * script needs only these names.
 */
export const CHANGED_CHANNEL = 'boxwright:changed';
/** Asks the window to navigate: a notification was clicked. */
export const GO_CHANNEL = 'boxwright:go';
export const CALL_CHANNEL = 'boxwright:call';
