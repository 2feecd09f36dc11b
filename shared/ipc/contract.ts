import type { z } from 'zod';
import { reaches, type Role } from '../domain/people.ts';
import { leastForm, strictestForm } from './messages.ts';
import { appCalls, diagnosticsCalls, logCalls, updateCalls } from './calls/app.ts';
import { batchCalls, planningCalls, seriesCalls } from './calls/planned-work.ts';
import { boxCalls, directoryCalls, findingCalls } from './calls/directory.ts';
import { checklistCalls, instructionsCalls, publicationCalls } from './calls/office-documents.ts';
import { connectCalls, customerCalls } from './calls/connect.ts';
import { editCalls, queueCalls } from './calls/operations.ts';
import { exportCalls, reviewingCalls, supervisionCalls } from './calls/supervision.ts';
import { handOverCalls, rescueCalls } from './calls/job-transfer.ts';
import { jobCalls } from './calls/jobs.ts';
import { lockCalls, peopleCalls, removalCalls, roleCalls } from './calls/people.ts';

/** All calls between the window and the main process. */
export const contract: Contract = {
  ...appCalls,
  ...batchCalls,
  ...boxCalls,
  ...checklistCalls,
  ...connectCalls,
  ...customerCalls,
  ...diagnosticsCalls,
  ...directoryCalls,
  ...editCalls,
  ...exportCalls,
  ...findingCalls,
  ...handOverCalls,
  ...jobCalls,
  ...lockCalls,
  ...logCalls,
  ...peopleCalls,
  ...instructionsCalls,
  ...publicationCalls,
  ...planningCalls,
  ...queueCalls,
  ...removalCalls,
  ...rescueCalls,
  ...reviewingCalls,
  ...roleCalls,
  ...seriesCalls,
  ...supervisionCalls,
  ...updateCalls,
};

/**
 * The type of the contract. It is written out, because the compiler cannot serialize the type of the whole object.
 */
export type Contract = typeof appCalls &
  typeof batchCalls &
  typeof boxCalls &
  typeof checklistCalls &
  typeof connectCalls &
  typeof customerCalls &
  typeof diagnosticsCalls &
  typeof directoryCalls &
  typeof editCalls &
  typeof exportCalls &
  typeof findingCalls &
  typeof handOverCalls &
  typeof jobCalls &
  typeof lockCalls &
  typeof logCalls &
  typeof peopleCalls &
  typeof instructionsCalls &
  typeof publicationCalls &
  typeof planningCalls &
  typeof queueCalls &
  typeof removalCalls &
  typeof rescueCalls &
  typeof reviewingCalls &
  typeof roleCalls &
  typeof seriesCalls &
  typeof supervisionCalls &
  typeof updateCalls;
export type CallName = keyof Contract;
/** The input that a caller may pass. */
export type CallInput<Name extends CallName> = z.input<Contract[Name]['input']>;
/** The parsed input that a handler receives. */
export type CallParsed<Name extends CallName> = z.output<Contract[Name]['input']>;
/** The calls whose least role depends on their input. */
export type CallByInput = {
  readonly [Name in CallName]: Contract[Name]['least'] extends string ? never : Name;
}[CallName];
/** The output of a handler, which its caller gets. */
export type CallOutput<Name extends CallName> = z.output<Contract[Name]['output']>;

export const callNames: readonly CallName[] = Object.keys(contract).filter(isCallName);

/** Whether this text is the name of a call. */
export function isCallName(name: string): name is CallName {
  return Object.hasOwn(contract, name);
}

/** The calls that this role may not make, whatever their input. */
export const callsBeyond = (own: Role): readonly CallName[] =>
  callNames.filter((name) => !reaches(own, leastForm(contract[name].least)));

/** The calls whose strictest form this role may not make. */
export const formsBeyond = (own: Role): readonly CallName[] =>
  callNames.filter((name) => !reaches(own, strictestForm(contract[name].least)));
