import { createHash } from 'node:crypto';
import { attachedFile, type AttachedFile, attachmentDigest } from '../../shared/relay/attachments.ts';
import {
  instructionContent,
  newInstruction,
  type InstructionContent,
  type NewInstruction,
} from '../../shared/relay/office-documents.ts';
import { uuid } from '../integration/relay/uuid.ts';
import { madeJpeg } from '../pictures/made-pictures.ts';

export const INSTRUCTION_PICTURE = madeJpeg();
export const INSTRUCTION_PDF = Buffer.from('%PDF-1.4\n%%EOF\n');

/** The file as an instruction names it. */
export const namedFile = (bytes: Buffer, changes: object = {}): AttachedFile =>
  attachedFile.parse({
    sha256: digestOf(bytes),
    mediaType: 'image/jpeg',
    bytes: bytes.length,
    name: 'Behind the panel.jpg',
    ...changes,
  });

export const digestOf = (bytes: Uint8Array) =>
  attachmentDigest.parse(createHash('sha256').update(bytes).digest('hex'));

/** An instruction for every Volkswagen; `changes` are its words that differ. */
export const writtenContent = (changes: object = {}): InstructionContent =>
  instructionContent.parse({
    brand: 'Volkswagen',
    model: '',
    key: '',
    title: 'Box behind the glove box',
    note: 'Remove the three screws first.',
    files: [],
    ...changes,
  });

/** The first version of an instruction; `content` are words of it that differ. */
export const firstVersion = (content: object = {}, changes: object = {}): NewInstruction =>
  newInstruction.parse({
    environment: 'uat',
    customerId: 4711,
    id: uuid('e', 1),
    content: writtenContent(content),
    basedOn: 0,
    worker: 'Office person',
    ...changes,
  });
