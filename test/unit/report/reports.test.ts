import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lastLogEntry } from '../../../electron/db/tables/queue/log-entries.ts';
import { createReports, createSavedFiles } from '../../../electron/reports/reports.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { chooseCar } from '../../../electron/jobs/steps/car.ts';
import { finishJob } from '../../../electron/jobs/finish.ts';
import { addPhoto, annotatePhoto, photosOf, pictureOf } from '../../../electron/jobs/pictures.ts';
import type { Profile } from '../../../electron/profiles/profile.ts';
import { customerId } from '../../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import { attachmentDigest, type AttachmentDigest } from '../../../shared/relay/attachments.ts';
import { madeJpeg } from '../../pictures/made-pictures.ts';
import { dataFolder, known, openJobs } from '../jobs/bench.ts';
import { readable } from './rendered.ts';

const profile: Profile = {
  address: { environment: 'uat', baseUrl: 'https://operator.example/v3', apiKeyHeader: 'service-API-Key' },
  credentials: { apiKey: 'key', username: 'user', password: 'password' },
  customer: { id: customerId.parse(4711), name: 'Fleet North' },
  relay: null,
  keeping: 'memory-only',
};

/** Reports over a real job, with everything that left the app. */
function started(print: () => Promise<boolean> = async () => true, whileChoosing = () => {}) {
  const folder = dataFolder();
  const bench = openJobs();
  const job = startJob(bench.parts);
  chooseCar(bench.parts, job, known.car);
  const printed: string[] = [];
  const shown: string[] = [];
  const opened: string[] = [];
  const reports = createReports({
    current: () => ({ profile, database: bench.database, directory: bench.directory, jobs: bench.parts }),
    language: () => 'en',
    saveDialog: {
      choose: async ({ suggestedName }) => {
        whileChoosing();
        return join(folder, suggestedName);
      },
    },
    pdf: { render: async (html) => Buffer.from(html) },
    printer: {
      print: (html) => {
        printed.push(html);
        return print();
      },
    },
    savedFiles: {
      showInFolder: (path) => shown.push(path),
      openFile: (path) => {
        opened.push(path);
        return Promise.resolve(true);
      },
    },
    clock: bench.parts.clock,
  });
  return { reports, bench, job, printed, shown, opened, view: () => bench.viewAny(job) };
}

describe('a report', () => {
  it('says "Not finished" before the finish, and no longer after it', async () => {
    const { reports, bench, job, view } = started();
    const text = async () => readable(readFileSync((await reports.save(view())) ?? '', 'utf8'));
    expect(await text()).toContain('Not finished');
    finishJob(bench.parts, job);
    expect(await text()).not.toContain('Not finished');
  });

  it('does not name a log entry that its view of the job lacks, which came while a path was chosen', async () => {
    const during = { happens: () => {} };
    const { reports, bench, job, view } = started(undefined, () => during.happens());
    const newest = () => {
      const { number = 0, hash = '' } = lastLogEntry(bench.database.sqlite) ?? {};
      return `${number}:${hash}`;
    };
    const before = newest();
    during.happens = () => finishJob(bench.parts, job);
    const text = readable(readFileSync((await reports.save(view())) ?? '', 'utf8'));
    expect(text).toContain('Not finished');
    expect(text).toContain(before);
    expect(text).not.toContain(newest());
  });

  it('withholds a photo that another job of the laptop blurs', async () => {
    const { reports, bench, job, printed, view } = started();
    const other = startJob(bench.parts);
    chooseCar(bench.parts, other, known.car);
    for (const one of [job, other]) await addPhoto(bench.parts, one, 'photo-place', madeJpeg('a face'));
    const [photo] = photosOf(bench.view(job).checklist.answers, 'photo-place');
    const original = attachmentDigest.parse(photo);
    await annotatePhoto(bench.parts, job, { of: original, jpeg: madeJpeg('arrow'), blurred: false });
    const drawn = bench.view(job).annotations.map(({ digest }) => digest);
    await annotatePhoto(bench.parts, other, { of: original, jpeg: madeJpeg('no face'), blurred: true });
    const blurred = bench.view(other).annotations.map(({ digest }) => digest);
    await reports.print(view());
    const shows = (digest: AttachmentDigest) =>
      printed[0]?.includes(pictureOf(bench.parts, digest) ?? 'no picture') === true;
    expect([original, ...drawn, ...blurred].map(shows)).toEqual([false, false, true]);
    // The same picture with and without a blur: the blur counts, and no picture surely has both.
    await annotatePhoto(bench.parts, other, {
      of: blurred[0] ?? original,
      jpeg: madeJpeg('arrow'),
      blurred: true,
    });
    await reports.print(view());
    printed.shift();
    expect([original, ...drawn, ...blurred].map(shows)).toEqual([false, false, false]);
  });

  it('is shown in its folder or opened once it was saved; no other path is', async () => {
    const { reports, shown, opened, view } = started();
    const path = (await reports.save(view())) ?? '';
    await reports.show(path, 'folder');
    expect([shown, opened]).toEqual([[path], []]);
    await reports.show(path, 'file');
    expect([shown, opened]).toEqual([[path], [path]]);
    for (const how of ['folder', 'file'] as const) {
      await expect(reports.show('/etc/passwd', how)).rejects.toEqual(
        new ProblemError(makeProblem('not-found')),
      );
    }
    expect([shown, opened]).toEqual([[path], [path]]);
  });

  it('is shown in its folder where no program opens it, or it has the name of a program', async () => {
    const seen: string[] = [];
    const files = createSavedFiles({
      showInFolder: (path) => seen.push(`folder ${path}`),
      openFile: (path) => {
        seen.push(`file ${path}`);
        return Promise.resolve(false);
      },
    });
    for (const path of ['/a/pack.zip', '/a/report.exe', '/a/report.pdf.bat']) {
      files.add(path);
      await files.show(path, 'file');
    }
    expect(seen).toEqual([
      'file /a/pack.zip',
      'folder /a/pack.zip',
      'folder /a/report.exe',
      'folder /a/report.pdf.bat',
    ]);
  });

  it('goes to the printer as it would be saved', async () => {
    const { reports, printed, view } = started();
    expect(await reports.print(view())).toBe(true);
    expect(readable(printed[0] ?? '')).toContain('M BX 1077');
  });

  it('that cannot be printed is a problem with the system’s message', async () => {
    const { reports, view } = started(() => Promise.reject(new Error('No printers available')));
    await expect(reports.print(view())).rejects.toMatchObject({
      problem: { code: 'not-printed', raw: 'No printers available' },
    });
  });

  it('whose printing was cancelled is not a problem', async () => {
    const { reports, view } = started(async () => false);
    expect(await reports.print(view())).toBe(false);
  });
});
