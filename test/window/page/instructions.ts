import {
  instructionView,
  managedInstruction,
  type InstructionView,
  type ManagedInstruction,
} from '../../../shared/domain/office-documents.ts';
import { attachedFile, type AttachedFile, type AttachmentType } from '../../../shared/relay/attachments.ts';
import { uuid } from '../../integration/relay/uuid.ts';

/** A file as an instruction names it. */
export const attached = (n: number, name: string, mediaType: AttachmentType = 'image/jpeg'): AttachedFile =>
  attachedFile.parse({ sha256: String(n).repeat(64), mediaType, bytes: 1000, name });

const content = (changes: object) => ({
  brand: 'Volkswagen',
  model: 'Transporter',
  key: '',
  title: 'Box behind the glove box',
  note: 'Remove the three screws first.',
  files: [],
  ...changes,
});

/** An instruction in a job; `changes` are its words that differ. */
export const shownInstruction = (n: number, changes: object = {}, more: object = {}): InstructionView =>
  instructionView.parse({
    id: uuid('e', n),
    version: 1,
    match: 'model',
    content: content(changes),
    worker: 'Office person',
    at: Date.UTC(2026, 2, 31, 8),
    ...more,
  });

/** An instruction as supervisors manage it. */
export const listedInstruction = (n: number, changes: object = {}, more: object = {}): ManagedInstruction =>
  managedInstruction.parse({
    id: uuid('e', n),
    version: 1,
    content: content(changes),
    worker: 'Office person',
    at: Date.UTC(2026, 2, 31, 8),
    onItsWay: false,
    problem: null,
    ...more,
  });
