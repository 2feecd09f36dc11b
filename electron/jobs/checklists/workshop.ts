import { join } from 'node:path';
import { type AttachedFiles, createAttachedFiles } from '../attached-files.ts';
import { openTemplateFolder, type TemplateFolder } from './template-folder.ts';

/** The workshop's own checklists on this laptop, with the example files. */
export interface Workshop {
  readonly folder: TemplateFolder;
  readonly examples: AttachedFiles;
}

/** Opens the workshop's folder of a data folder. */
export function openWorkshop(dataDir: string): Workshop {
  const folder = openTemplateFolder(join(dataDir, 'checklists'));
  return { folder, examples: createAttachedFiles(join(folder.path, 'files')) };
}
