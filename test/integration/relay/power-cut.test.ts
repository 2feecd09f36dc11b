import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { feedResult } from '../../../shared/relay/results.ts';
import { buildShim, cuttableDisk } from '../../power-cut/shim.ts';
import { readAll } from './feed-reader.ts';
import { relayProcess, tokenCommand } from './relay-process.ts';
import { tempFolder } from './temp-folder.ts';
import { CUSTOMER, postWebhook, webhookBody } from './webhooks.ts';
import { longFrom } from '../../runner/long.ts';

const SENDERS = 8;
const weakerSync = join(import.meta.dirname, '../../power-cut/weaker-sync.ts');

/** Posts results to a relay, cuts the power after so many were answered 204, and asks a restarted relay for what is left. */
async function cutAfter(
  answers: number,
  { shim, variables = {} }: { readonly shim: string; readonly variables?: Readonly<Record<string, string>> },
): Promise<{ readonly acknowledged: readonly number[]; readonly lost: readonly number[] }> {
  const disk = cuttableDisk(tempFolder(), shim);
  const relay = await relayProcess(disk.folder, { ...disk.env, ...variables });
  const acknowledged: number[] = [];
  let sent = 0;
  const send = async (): Promise<void> => {
    for (;;) {
      sent += 1;
      const assignmentId = sent;
      try {
        const answer = await postWebhook(relay.url, { body: webhookBody('created', { assignmentId }) });
        if (answer.status === 204) acknowledged.push(assignmentId);
      } catch {
        return;
      }
      if (acknowledged.length >= answers) relay.child.kill('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, send));
  await relay.ended;

  const dataDir = disk.restart();
  const request = ['--role', 'installer', '--name', 'Bay 3', '--customer', String(CUSTOMER)];
  const { stdout } = await tokenCommand(dataDir, 'create', ...request);
  const after = await relayProcess(dataDir);
  const rows = await readAll(after.url, stdout.trim());
  const kept = new Set(rows.map((row) => Number(feedResult.parse(row).payload.assignmentId)));
  return { acknowledged, lost: acknowledged.filter((id) => !kept.has(id)) };
}

describe('a power cut at the relay', () => {
  let shim = '';
  beforeAll(() => {
    const folder = mkdtempSync(join(tmpdir(), 'boxwright-shim-'));
    shim = buildShim(folder);
    return () => rmSync(folder, { recursive: true, force: true });
  });

  const counts = [400, 1, 40].map((answers, index) => [answers, longFrom(2, index)] as const);
  it.each(counts)('loses none of the results answered 204, after %i of them%s', async (answers) => {
    const { acknowledged, lost } = await cutAfter(answers, { shim });
    expect(acknowledged.length).toBeGreaterThanOrEqual(answers);
    expect(lost).toEqual([]);
  });

  it('would lose them with a weaker sync, so this test detects a loss', async () => {
    const { lost } = await cutAfter(40, { shim, variables: { NODE_OPTIONS: `--import ${weakerSync}` } });
    expect(lost).not.toEqual([]);
  });
});
