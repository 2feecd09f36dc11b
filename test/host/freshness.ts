import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './electron/settings.ts';

/** Is each product there, and none older than a source? Paths in the project; a folder is as old as its newest file. */
export function areFresh(products: readonly string[], sources: readonly string[]): boolean {
  const ages = products.map((path) => statSync(join(projectRoot, path), { throwIfNoEntry: false })?.mtimeMs);
  if (ages.some((age) => age === undefined)) return false;
  const oldest = Math.min(...ages.map((age) => age ?? 0));
  return sources.every((path) => newest(join(projectRoot, path)) <= oldest);
}

function newest(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return 0;
  if (!stats.isDirectory()) return stats.mtimeMs;
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Math.max(0, ...files.map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs));
}
