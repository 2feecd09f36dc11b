import { expect, it } from 'vitest';
import { instructionsCalls } from '../../../electron/handlers/instructions.ts';
import type { CallContext } from '../../../electron/handlers/router.ts';
import { readFileSync } from 'node:fs';
import { ProblemError } from '../../../shared/problem.ts';
import { digestOf, INSTRUCTION_PDF, INSTRUCTION_PICTURE } from '../../instructions/written-instruction.ts';
import { placesOfInstructions } from './laptops.ts';

const context: CallContext = { sender: { windowId: 1, url: '', isMainFrame: true, page: '' } };

async function furnished() {
  const { office } = await placesOfInstructions();
  const shown: string[] = [];
  const calls = instructionsCalls(
    () => office.open,
    (path) => shown.push(path),
  );
  const keep = (name: string, bytes: Buffer) =>
    calls['instructions.keepFile']({ name, bytes: bytes.toString('base64') }, context);
  const show = async (bytes: Buffer): Promise<string> => {
    try {
      await calls['instructions.showFile']({ digest: digestOf(bytes) }, context);
      return 'shown';
    } catch (cause) {
      return cause instanceof ProblemError ? cause.problem.code : String(cause);
    }
  };
  return { office, calls, keep, show, shown };
}

it('a PDF is shown in its folder under a plain name, once an instruction names it', async () => {
  const { office, keep, show, shown } = await furnished();
  const pdf = await keep('../../Panel <left>.pdf', INSTRUCTION_PDF);
  const picture = await keep('a.jpg', INSTRUCTION_PICTURE);
  expect(await show(INSTRUCTION_PDF)).toBe('not-found');
  office.publish({ files: [pdf, picture] });
  expect(await show(INSTRUCTION_PDF)).toBe('shown');
  expect(await show(INSTRUCTION_PICTURE)).toBe('not-found');
  expect(await show(Buffer.from('none'))).toBe('not-found');
  expect(shown).toHaveLength(1);
  const [path = ''] = shown;
  expect(path).toMatch(/instructions-shown[\\/][0-9a-f]{12}[\\/]Panel-left\.pdf$/);
  expect(readFileSync(path)).toEqual(INSTRUCTION_PDF);
});

it('a picture is read by the window only while an instruction names it', async () => {
  const { office, calls, keep } = await furnished();
  const picture = await keep('a.jpg', INSTRUCTION_PICTURE);
  const read = () => calls['instructions.picture']({ digest: picture.sha256 }, context);
  expect(await read()).toEqual({ picture: null });
  office.publish({ files: [picture] });
  expect(await read()).toEqual({
    picture: `data:image/jpeg;base64,${INSTRUCTION_PICTURE.toString('base64')}`,
  });
});
