import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { publishInstruction, withdrawInstruction } from '../jobs/instructions/publish.ts';
import { fileNamed, instructionsOfJob, listInstructions } from '../jobs/instructions/view.ts';
import { createSavedFiles, type SavedFileParts } from '../reports/reports.ts';
import type { OpenProfile } from '../session/open-profile.ts';
import type { Handlers } from './router.ts';

/** The `instructions.*` calls. */
export function instructionsCalls(
  current: () => OpenProfile,
  shell: SavedFileParts,
): Pick<Handlers, Extract<keyof Handlers, `instructions.${string}`>> {
  const copies = createSavedFiles(shell);
  return {
    'instructions.ofJob': ({ jobId }) => {
      const { database, instructions } = current();
      return {
        instructions: instructionsOfJob(database, instructions.files, jobId),
        readAt: instructions.readAt(),
      };
    },
    'instructions.picture': ({ digest }) => {
      const { database, instructions } = current();
      const file = fileNamed(database, digest);
      return { picture: file === undefined ? null : instructions.files.picture(file) };
    },
    'instructions.openFile': async ({ digest }) => {
      const { database, instructions } = current();
      const file = fileNamed(database, digest);
      if (file?.mediaType !== 'application/pdf') throw new ProblemError(makeProblem('not-found'));
      const path = instructions.files.copyToOpen(file);
      copies.add(path);
      await copies.show(path, 'file');
      return {};
    },
    'instructions.list': () => {
      const { database, instructions } = current();
      return {
        instructions: [...listInstructions(database.sqlite)],
        refused: [...instructions.refused()],
        canPublish: instructions.canPublish,
      };
    },
    'instructions.keepFile': ({ name, bytes }) =>
      current().instructions.files.take(name, Buffer.from(bytes, 'base64')),
    'instructions.save': (asked) => {
      const { jobs, instructions } = current();
      return { id: publishInstruction(jobs, instructions, asked) };
    },
    'instructions.withdraw': (asked) => {
      const { jobs, instructions } = current();
      withdrawInstruction(jobs, instructions, asked);
      return {};
    },
  };
}
