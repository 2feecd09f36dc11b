import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checklistCalls } from '../../../electron/handlers/workshop.ts';
import { createAttachedFiles } from '../../../electron/jobs/attached-files.ts';
import { createChecklists, openTemplateFolder } from '../../../electron/jobs/checklists.ts';
import { attachedFile, type AttachedFile } from '../../../shared/relay/attachments.ts';
import {
  digestOf,
  INSTRUCTION_PDF,
  INSTRUCTION_PICTURE,
  namedFile,
} from '../../instructions/written-instruction.ts';

const context = { sender: { windowId: 1, url: '', isMainFrame: true, page: 'page-1' } };

/** A workshop's folder with the calls for its examples. */
function workshop() {
  const dataDir = mkdtempSync(join(tmpdir(), 'boxwright-examples-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const folder = openTemplateFolder(join(dataDir, 'checklists'));
  const files = join(folder.path, 'files');
  const opened: string[] = [];
  const calls = checklistCalls({
    checklists: () => createChecklists({ folder, remembered: () => [] }),
    folder,
    examples: createAttachedFiles(files),
    published: () => null,
    saveDialog: { choose: () => Promise.resolve(null) },
    shell: {
      showInFolder: (path) => opened.push(`folder ${path}`),
      openFile: (path) => {
        opened.push(path);
        return Promise.resolve(true);
      },
    },
    exportTitle: () => 'Save',
    publish: () => undefined,
  });
  return {
    folder,
    files,
    opened,
    keep: async (name: string, bytes: Buffer) =>
      await calls['checklists.keepExample']({ name, bytes: bytes.toString('base64') }, context),
    read: async (file: AttachedFile) => await calls['checklists.example']({ file }, context),
    open: async (file: AttachedFile) => await calls['checklists.openExample']({ file }, context),
    put: (name: string, bytes: Buffer) => {
      mkdirSync(files, { recursive: true });
      writeFileSync(join(files, name), bytes);
    },
  };
}

const nothing = { here: false, awaited: false, picture: null };

describe('the example of a checklist item', () => {
  it('is kept under its digest, whatever its name, and read back as a picture', async () => {
    const { keep, read, files } = workshop();
    const file = await keep('../../../a.jpg', INSTRUCTION_PICTURE);
    expect(file).toEqual(namedFile(INSTRUCTION_PICTURE, { name: '../../../a.jpg' }));
    expect(readdirSync(files)).toEqual([digestOf(INSTRUCTION_PICTURE)]);
    expect(await read(file)).toEqual({
      here: true,
      awaited: false,
      picture: `data:image/jpeg;base64,${INSTRUCTION_PICTURE.toString('base64')}`,
    });
  });

  it('is read as well when it was put into the folder by hand', async () => {
    const { put, read } = workshop();
    put(digestOf(INSTRUCTION_PICTURE), INSTRUCTION_PICTURE);
    expect(await read(namedFile(INSTRUCTION_PICTURE))).toMatchObject({ here: true });
  });

  it('is not shown when it is missing, shorter, longer or another one than the item names', async () => {
    const { put, read, open } = workshop();
    const [picture, pdf] = [namedFile(INSTRUCTION_PICTURE), pdfNamed(INSTRUCTION_PDF)];
    expect(await read(picture)).toEqual(nothing);
    const other = Buffer.from(INSTRUCTION_PICTURE);
    other[other.length - 1] = 0;
    for (const bytes of [INSTRUCTION_PICTURE.subarray(0, -1), other]) {
      put(picture.sha256, bytes);
      expect(await read(picture)).toEqual(nothing);
    }
    put(pdf.sha256, Buffer.from('%PDF-1.4\n%%EOX\n'));
    expect(await read(pdf)).toEqual(nothing);
    await expect(open(pdf)).rejects.toMatchObject({ problem: { code: 'not-found' } });
  });

  it('is shown as the type that its bytes have, and as no other', async () => {
    const { put, read, open, opened } = workshop();
    put(digestOf(INSTRUCTION_PICTURE), INSTRUCTION_PICTURE);
    expect(await read(namedFile(INSTRUCTION_PICTURE, { mediaType: 'image/png' }))).toEqual(nothing);
    const asPdf = namedFile(INSTRUCTION_PICTURE, { mediaType: 'application/pdf' });
    await expect(open(asPdf)).rejects.toMatchObject({ problem: { code: 'not-found' } });
    expect(opened).toEqual([]);
  });

  it('is opened under a plain name where it is a PDF', async () => {
    const { keep, read, open, opened, folder } = workshop();
    const pdf = await keep('../Panel <left>.pdf', INSTRUCTION_PDF);
    expect(await read(pdf)).toEqual({ here: true, awaited: false, picture: null });
    await open(pdf);
    const [path = ''] = opened;
    expect(path).toMatch(/checklists[\\/]files-shown[\\/][0-9a-f]{12}[\\/]Panel-left\.pdf$/);
    expect(readFileSync(path)).toEqual(INSTRUCTION_PDF);
    expect(folder.read().faults).toEqual([]);
  });

  it('is a PDF or a picture of at most 10 MB', async () => {
    const { keep, files } = workshop();
    for (const bytes of [Buffer.from('<svg>'), Buffer.alloc(10 * 1024 * 1024 + 1, '%PDF-')]) {
      await expect(keep('a.pdf', bytes)).rejects.toMatchObject({
        problem: { code: 'attached-file-unusable' },
      });
    }
    expect(() => readdirSync(files)).toThrow(/ENOENT/);
    const large = { ...namedFile(INSTRUCTION_PICTURE), bytes: 10 * 1024 * 1024 + 1 };
    expect(attachedFile.safeParse(large).success).toBe(false);
  });

  it('is named by its digest alone: no path leads out of the folder', () => {
    for (const sha256 of ['../van.v1.json', '/etc/passwd', `${'0'.repeat(63)}/`, '']) {
      expect(attachedFile.safeParse({ ...namedFile(INSTRUCTION_PICTURE), sha256 }).success).toBe(false);
    }
  });
});

const pdfNamed = (bytes: Buffer) => namedFile(bytes, { mediaType: 'application/pdf', name: 'Panel.pdf' });
