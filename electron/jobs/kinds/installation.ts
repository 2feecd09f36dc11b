import type { StepState } from '../../../shared/domain/job.ts';
import type { InstallationStep } from '../../../shared/domain/job-steps.ts';
import type { OperationId } from '../../../shared/ids.ts';
import type { InstallationData } from '../job-data.ts';
import type { Facts } from '../progress.ts';
import {
  boxStep,
  carStep,
  finderIn,
  type Find,
  operationStep,
  testOperations,
  verifyStep,
} from './states.ts';

/** One state per step of an installation. */
export function installationStates(
  data: InstallationData,
  facts: Facts,
): Readonly<Record<InstallationStep, StepState>> {
  const by = finderIn(facts);
  const skipped = (step: InstallationStep) => data.skipped.includes(step);
  return {
    car: carStep(data.car, by),
    keyfob: data.key !== null ? 'confirmed' : skipped('keyfob') ? 'skipped' : 'open',
    before: facts.checklist.before ? 'confirmed' : skipped('before') ? 'skipped' : 'open',
    box: boxStep(by(data.box?.operation), facts) ?? 'open',
    fitting: facts.checklist.after ? 'confirmed' : skipped('fitting') ? 'skipped' : 'open',
    group: groupStep(data.group, by) ?? (skipped('group') ? 'skipped' : 'open'),
    verify: verifyStep(data, facts),
    finish: facts.finishedAt === null ? 'open' : 'confirmed',
  };
}

/** Null: no group, or its membership was given up. A new group's own trouble is the step's trouble. */
function groupStep(group: InstallationData['group'], by: Find): StepState | null {
  const member = operationStep(by(group?.operation));
  if (member === null) return null;
  return operationStep(by(group?.createOperation)) === 'problem' ? 'problem' : member;
}

/** The operations that count: those of decisions that were not replaced. */
export function installationOperations(data: InstallationData): readonly (OperationId | null | undefined)[] {
  return [
    data.car?.operation,
    data.box?.operation,
    data.group?.createOperation,
    data.group?.operation,
    ...testOperations(data),
  ];
}
