import type { z } from 'zod';
import type { Router } from '../../../electron/handlers/router.ts';
import { type CallInput, type CallName, type CallOutput, contract } from '../../../shared/ipc/contract.ts';
import { ProblemError } from '../../../shared/problem.ts';

/** The contract with each call's answer under its name. The compiler takes seconds to compare whole schemas with `z.ZodType`. */
const outputs: {
  readonly [Name in CallName]: { readonly output: Pick<z.ZodType<CallOutput<Name>>, 'parse'> };
} = contract;

/** The app's own window. */
export const OWN_WINDOW = {
  windowId: 1,
  url: 'boxwright://app/',
  isMainFrame: true,
  page: 'page-1',
} as const;

/** Asks a router as the app's window does: the value of the answer, or its ProblemError. */
export const askAsWindow =
  (router: Router, page: string = OWN_WINDOW.page) =>
  async <Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>> => {
    const envelope = await router.handle(name, input, { ...OWN_WINDOW, page });
    if (!envelope.ok) throw new ProblemError(envelope.error);
    return outputs[name].output.parse(envelope.value);
  };
