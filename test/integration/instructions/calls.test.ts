import { expect, it } from 'vitest';
import { instructionsCalls } from '../../../electron/handlers/workshop.ts';
import type { CallContext } from '../../../electron/handlers/router.ts';
import { readFileSync } from 'node:fs';
import { ProblemError } from '../../../shared/problem.ts';
import { digestOf, INSTRUCTION_PDF, INSTRUCTION_PICTURE } from '../../instructions/written-instruction.ts';
import { placesOfInstructions } from './laptops.ts';

const context: CallContext = { sender: { windowId: 1, url: '', isMainFrame: true, page: '' } };

async function furnished(isOpened = true) {
  const { office } = await placesOfInstructions();
  const shown: string[] = [];
  const calls = instructionsCalls(() => office.open, {
    showInFolder: (path) => shown.push(`folder ${path}`),
    openFile: (path) => {
      shown.push(`open ${path}`);
      return Promise.resolve(isOpened);
    },
  });
  const keep = (name: string, bytes: Buffer) =>
    calls['instructions.keepFile']({ name, bytes: bytes.toString('base64') }, context);
  const open = async (bytes: Buffer): Promise<string> => {
    try {
      await calls['instructions.openFile']({ digest: digestOf(bytes) }, context);
      return 'opened';
    } catch (cause) {
      return cause instanceof ProblemError ? cause.problem.code : String(cause);
    }
  };
  return { office, calls, keep, open, shown };
}

it('a PDF is opened under a plain name, once an instruction names it', async () => {
  const { office, keep, open, shown } = await furnished();
  const pdf = await keep('../../Panel <left>.pdf', INSTRUCTION_PDF);
  const picture = await keep('a.jpg', INSTRUCTION_PICTURE);
  expect(await open(INSTRUCTION_PDF)).toBe('not-found');
  office.publish({ files: [pdf, picture] });
  expect(await open(INSTRUCTION_PDF)).toBe('opened');
  expect(await open(INSTRUCTION_PICTURE)).toBe('not-found');
  expect(await open(Buffer.from('none'))).toBe('not-found');
  expect(shown).toHaveLength(1);
  const [path = ''] = shown;
  expect(path).toMatch(/^open .*instructions-shown[\\/][0-9a-f]{12}[\\/]Panel-left\.pdf$/);
  expect(readFileSync(path.slice('open '.length))).toEqual(INSTRUCTION_PDF);
});

it('a PDF that no program opens is shown in its folder', async () => {
  const { office, keep, open, shown } = await furnished(false);
  office.publish({ files: [await keep('Panel.pdf', INSTRUCTION_PDF)] });
  expect(await open(INSTRUCTION_PDF)).toBe('opened');
  expect(shown.map((done) => done.split(' ')[0])).toEqual(['open', 'folder']);
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
