import type { CallInput, CallName, CallOutput, Contract } from './contract.ts';
import type { Envelope } from './call.ts';
import type { Place, Topic } from './pushed.ts';

type Namespace<Name extends CallName> = Name extends `${infer Space}.${string}` ? Space : never;
type Verb<Name extends CallName, Space extends string> = Name extends `${Space}.${infer Rest}` ? Rest : never;

/**
 * `window.boxwright`: one function per call, built from the contract's keys, and one way to hear what changed.
 * Answers `{ok}` envelopes; never rejects for a problem the main process knows.
 */
export type Bridge = {
  readonly [Space in Namespace<keyof Contract>]: {
    readonly [Action in Verb<keyof Contract, Space>]: `${Space}.${Action}` extends infer Name extends CallName
      ? (input: CallInput<Name>) => Promise<Envelope<CallOutput<Name>>>
      : never;
  };
} & {
  /** Calls back with the topics of every commit, and the number of the last change of each; the answer stops it. */
  readonly onChanged: (
    listener: (topics: readonly Topic[], numbers?: readonly number[]) => void,
  ) => () => void;
  /** Calls back with where the person wants to be: they clicked a notification. */
  readonly onGo: (listener: (place: Place) => void) => () => void;
};

/**
 * The one channel from the main process to the window, and the one for calls. Apart from the topics' schema, because
 * the preload script needs these names and nothing else.
 */
export const CHANGED_CHANNEL = 'boxwright:changed';
/** Asks the window to go somewhere: a notification was clicked. */
export const GO_CHANNEL = 'boxwright:go';
export const CALL_CHANNEL = 'boxwright:call';
