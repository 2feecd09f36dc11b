import { join } from 'node:path';
import { writeWhole } from '../../../electron/base/whole-file.ts';
import { createAttachmentFiles } from '../../../electron/log/attachment-files.ts';
import { createSettingsFile } from '../../../electron/profiles/settings-store.ts';
import { ProblemError } from '../../../shared/problem.ts';

/** Larger than any limit that its test sets. */
const LARGE = 256 * 1024;

/** Writes each kind of file into the folder that is named, and says what became of it: run as a process of its own. */
const [, , folder = ''] = process.argv;
const large = Buffer.alloc(LARGE, 7);
const kinds: Readonly<Record<string, () => unknown>> = {
  settings: () => createSettingsFile(join(folder, 'preferences.json')).write(large.toString('latin1')),
  photo: () => createAttachmentFiles(join(folder, 'attachments')).keep(large),
  report: () => writeWhole(join(folder, 'report.pdf'), [large]),
};
const became: Record<string, string> = {};
for (const [kind, write] of Object.entries(kinds)) {
  try {
    await write();
    became[kind] = 'written';
  } catch (cause) {
    if (!(cause instanceof ProblemError)) throw cause;
    became[kind] = cause.problem.code;
  }
}
console.log(JSON.stringify(became));
