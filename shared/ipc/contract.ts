import type { z } from 'zod';
import { reaches, type Role } from '../domain/people.ts';
import { leastForm, strictestForm } from './call.ts';
import { appCalls } from './calls/app.ts';
import { batchCalls } from './calls/batch.ts';
import { boxCalls } from './calls/boxes.ts';
import { checklistCalls } from './calls/checklists.ts';
import { connectCalls } from './calls/connect.ts';
import { customerCalls } from './calls/customers.ts';
import { diagnosticsCalls } from './calls/diagnostics.ts';
import { directoryCalls } from './calls/directory.ts';
import { editCalls } from './calls/edits.ts';
import { exportCalls } from './calls/exports.ts';
import { findingCalls } from './calls/finding.ts';
import { handOverCalls } from './calls/hand-over.ts';
import { jobCalls } from './calls/jobs.ts';
import { lockCalls } from './calls/lock.ts';
import { logCalls } from './calls/log.ts';
import { peopleCalls } from './calls/people.ts';
import { instructionsCalls } from './calls/instructions.ts';
import { publicationCalls } from './calls/publication.ts';
import { planningCalls } from './calls/planning.ts';
import { queueCalls } from './calls/queue.ts';
import { removalCalls } from './calls/removal.ts';
import { rescueCalls } from './calls/rescue.ts';
import { reviewingCalls } from './calls/reviewing.ts';
import { roleCalls } from './calls/roles.ts';
import { seriesCalls } from './calls/series.ts';
import { supervisionCalls } from './calls/supervision.ts';
import { updateCalls } from './calls/updates.ts';

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
