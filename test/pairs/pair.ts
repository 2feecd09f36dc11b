import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { listProfiles } from '../../electron/diagnostics/profile-databases.ts';
import type { Ended } from '../integration/headless/headless-process.ts';
import { surroundings } from '../integration/headless/surroundings.ts';
import { wholeJob } from '../integration/headless/the-job.ts';
import { notFittedOnce } from '../kill/check/fitted-once.ts';
import { AMPLE_SECONDS } from '../runner/patience.ts';

/** One plain sentence and the next step, on stderr and in the last line of stdout. */
const REFUSAL = 'Another Boxwright is using this data folder.';

type Context = Parameters<typeof surroundings>[0];

/** Two runs of the same job, started together on one new data folder; answers what is wrong with what they did. */
export async function runPair(context: Context): Promise<readonly string[]> {
  const place = await surroundings(context);
  const args = ['--job', place.jobFile(wholeJob), '--timeout', AMPLE_SECONDS];
  const both = [place.run(args), place.run(args)];
  const ended = await Promise.all(both.map((run) => run.ended));
  return [
    ...faultsOfEndings(ended),
    ...notFittedOnce(place.operator, [wholeJob]),
    ...faultsOfFolder(place.dataDir),
  ];
}

/** One does the job. The other refuses in words, or began when the first had ended and finds the job finished. */
function faultsOfEndings(ended: readonly Ended[]): readonly string[] {
  const workers = ended.filter(({ code }) => code === 0);
  const started = ended.filter(({ lines }) => lines[0]?.state === 'started');
  const others = ended.filter(({ code }) => code !== 0);
  return [
    ...(workers.length >= 1 && started.length === 1
      ? []
      : [`${workers.length} ended well and ${started.length} started the job`]),
    ...others.flatMap(({ code, lines, stderr }) => {
      const end = lines.at(-1);
      const plain =
        code === 2 &&
        lines.length === 1 &&
        end?.problem === 'folder-in-use' &&
        end.says?.startsWith(REFUSAL) === true &&
        stderr === `${end.says}\n`;
      return plain ? [] : [`the refusal is not plain: ${code} ${JSON.stringify(lines)} ${stderr}`];
    }),
  ];
}

/** One log: no file was taken for damaged and moved away. */
function faultsOfFolder(dataDir: string): readonly string[] {
  return listProfiles(dataDir).flatMap(({ folder }) => [
    ...(existsSync(join(folder, 'damaged')) ? ['queue.db was taken for damaged'] : []),
    ...readdirSync(folder)
      .filter((name) => /^(directory|supervision)\.db\.(damaged|newer)-/.test(name))
      .map((name) => `a copy was put aside: ${name}`),
  ]);
}
