import { statSync } from 'node:fs';
import { sep } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const isUnit = ({ moduleId }: TestSpecification): boolean => moduleId.includes(`${sep}unit${sep}`);
const sizeOf = ({ moduleId }: TestSpecification): number => statSync(moduleId).size;

/** Unit tests first, and short files before long ones: the first failure ends the run of a mutant. */
export class QuickestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const inOrder = files.toSorted(
      (one, other) => Number(isUnit(other)) - Number(isUnit(one)) || sizeOf(one) - sizeOf(other),
    );
    return Promise.resolve(inOrder);
  }
}
