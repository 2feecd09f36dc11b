import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AttachmentFiles, createAttachmentFiles } from '../../electron/log/attachment-files.ts';
import { attachmentDigest } from '../../shared/relay/attachments.ts';

/** Files of photos that are stored at once: a real disk would take its own time, and a day would not repeat itself. */
export function attachmentsAtOnce(folder: string): AttachmentFiles {
  return {
    ...createAttachmentFiles(folder),
    keep: (bytes) => {
      const digest = attachmentDigest.parse(createHash('sha256').update(bytes).digest('hex'));
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, digest), bytes);
      return Promise.resolve(digest);
    },
    keepOnly: (wanted) => {
      for (const name of existsSync(folder) ? readdirSync(folder) : []) {
        const path = join(folder, name);
        if (!wanted(attachmentDigest.parse(name), () => statSync(path).mtimeMs)) rmSync(path);
      }
      return Promise.resolve();
    },
  };
}
