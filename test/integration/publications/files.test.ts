import { existsSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { checklistCalls } from '../../../electron/handlers/workshop.ts';
import { discardJob, startJob } from '../../../electron/jobs/start.ts';
import { chooseChecklist } from '../../../electron/jobs/steps/fitting.ts';
import type { RelayClient } from '../../../electron/relay/client.ts';
import { relayError } from '../../../electron/relay/relay-error.ts';
import type { AttachedFile } from '../../../shared/relay/attachments.ts';
import { err, ok } from '../../../shared/result.ts';
import { DAY } from '../../../shared/time.ts';
import {
  digestOf,
  INSTRUCTION_PDF,
  INSTRUCTION_PICTURE,
  namedFile,
} from '../../instructions/written-instruction.ts';
import { placesOfPublications, templateWith, type PublicationLaptop } from './laptops.ts';

/** The answer to the window about an example. */
const shown = async ({ open, workshop }: PublicationLaptop, file: AttachedFile) => {
  const calls = checklistCalls({
    checklists: () => open.checklists,
    ...workshop,
    published: () => open.publications.files,
    saveDialog: { choose: () => Promise.resolve(null) },
    shell: { showInFolder: () => undefined, openFile: () => Promise.resolve(true) },
    exportTitle: () => 'Save',
    publish: () => undefined,
  });
  return calls['checklists.example'](
    { file },
    { sender: { windowId: 1, url: '', isMainFrame: true, page: '' } },
  );
};

const examplesOf = ({ open }: PublicationLaptop) => open.publications.status().inForce?.examples;
const here = { count: 1, missing: [] };
const missing = ({ name }: AttachedFile) => ({ count: 1, missing: [name] });
const until = (laptop: PublicationLaptop, examples: object) =>
  vi.waitFor(() => {
    laptop.open.wake();
    expect(examplesOf(laptop)).toEqual(examples);
  });

/** Resolves when the request is given up. */
const ended = (signal: AbortSignal | undefined) =>
  new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));

/** An administrator's laptop that published a checklist with a picture as example, and one that reads it. */
async function published(changed?: (client: RelayClient) => RelayClient) {
  const places = await placesOfPublications();
  const { office } = places;
  const picture = await office.workshop.examples.take('Behind the panel.jpg', INSTRUCTION_PICTURE);
  const bay = await places.laptop('installer', 'Munich / Bay 1', [office.signer.key], changed);
  await office.publish({}, [templateWith(picture)]);
  return { ...places, picture, bay };
}

describe('the examples of a published checklist', () => {
  it('come with it to every laptop, and are read there without the relay, also after a restart', async () => {
    let isCut = false;
    const gone = () => Promise.resolve(err(relayError('unreachable', 'the cable is cut')));
    const { office, bay, picture } = await published((client) => ({
      ...client,
      publications: (query) => (isCut ? gone() : client.publications(query)),
      attachedFile: (query) => (isCut ? gone() : client.attachedFile(query)),
    }));
    expect(examplesOf(office)).toEqual(here);
    await until(bay, here);
    isCut = true;
    const again = await bay.restarted();
    expect(examplesOf(again)).toEqual(here);
    expect(await shown(again, picture)).toEqual({
      here: true,
      awaited: false,
      picture: `data:image/jpeg;base64,${INSTRUCTION_PICTURE.toString('base64')}`,
    });
  });

  it('are named while they are missing, and fetched as soon as the relay answers', async () => {
    let isCut = true;
    const { bay, picture } = await published((client) => ({
      ...client,
      attachedFile: (query) =>
        isCut
          ? Promise.resolve(err(relayError('unreachable', 'the cable is cut')))
          : client.attachedFile(query),
    }));
    await until(bay, missing(picture));
    expect(await shown(bay, picture)).toEqual({ here: false, awaited: true, picture: null });
    expect(await shown(bay, namedFile(INSTRUCTION_PDF))).toMatchObject({ awaited: false });
    isCut = false;
    await until(bay, here);
    expect(await shown(bay, picture)).toMatchObject({ here: true });
  });

  it('are published only with their bytes', async () => {
    const { office } = await placesOfPublications();
    const absent = namedFile(INSTRUCTION_PICTURE);
    const refused = (file: AttachedFile) => office.publish({}, [templateWith(file)]);
    await expect(refused(absent)).rejects.toMatchObject({
      problem: { code: 'publication-file-missing', params: { name: absent.name } },
    });
    const large = { ...absent, bytes: 257 * 1024 * 1024 };
    await expect(refused(large)).rejects.toMatchObject({ problem: { code: 'publication-files-too-large' } });
    expect(office.open.publications.status().inForce).toBeNull();
  });

  it('are counted on their way to the relay, and nothing is published where a person stops that', async () => {
    const { laptop } = await placesOfPublications();
    let isSlow = true;
    const office = await laptop('admin', 'Office 2', null, (client) => ({
      ...client,
      putPiece: async (query) => {
        if (isSlow && query.sha256 === digestOf(INSTRUCTION_PDF)) await ended(query.signal);
        return client.putPiece(query);
      },
    }));
    const { publications } = office.open;
    const picture = await office.workshop.examples.take('Panel.jpg', INSTRUCTION_PICTURE);
    const paper = await office.workshop.examples.take('Panel.pdf', INSTRUCTION_PDF);
    const publish = () =>
      office.publish({}, [templateWith(picture), { ...templateWith(paper), id: 'with-paper' }]);
    const stopped = publish();
    await vi.waitFor(() => expect(publications.status().bringing).toEqual({ done: 1, of: 2 }));
    publications.stopBringing();
    await expect(stopped).rejects.toMatchObject({ problem: { code: 'publication-stopped' } });
    expect(publications.status()).toMatchObject({ bringing: null, inForce: null });
    publications.stopBringing();
    isSlow = false;
    expect(await publish()).toBe(1);
    expect(publications.status()).toMatchObject({ bringing: null, inForce: { version: 1 } });
  });

  it('need not be on their way for a person to stop: the relay may be slow to name its newest version', async () => {
    const { laptop } = await placesOfPublications();
    const office = await laptop('admin', 'Office 2', null, (client) => ({
      ...client,
      publications: async (query) => {
        if (query.signal !== undefined) await ended(query.signal);
        return client.publications(query);
      },
    }));
    const { publications } = office.open;
    const stopped = office.publish({});
    await vi.waitFor(() => expect(publications.status().bringing).toEqual({ done: 0, of: 0 }));
    publications.stopBringing();
    await expect(stopped).rejects.toMatchObject({ problem: { code: 'publication-stopped' } });
    expect(publications.status()).toMatchObject({ bringing: null, inForce: null });
  });

  it('that were changed by hand are not shown, and fetched again at the next start', async () => {
    const { bay, picture } = await published();
    await until(bay, here);
    writeFileSync(join(bay.filesFolder, picture.sha256), INSTRUCTION_PDF);
    expect(await shown(bay, picture)).toMatchObject({ here: false, picture: null });
    const again = await bay.restarted();
    await vi.waitFor(async () => {
      again.open.wake();
      expect(await shown(again, picture)).toMatchObject({ here: true });
    });
  });

  it('stay for a month after the last version that names them, and longer for an unfinished job', async () => {
    const { office, bay, picture } = await published();
    await until(bay, here);
    const path = join(bay.filesFolder, picture.sha256);
    const age = (days: number) => {
      const at = new Date(Date.now() - days * DAY);
      utimesSync(path, at, at);
    };
    const job = startJob(bay.open.jobs);
    chooseChecklist(bay.open.jobs, job, templateWith(picture).id);
    await office.publish({}, []);
    await until(bay, { count: 0, missing: [] });
    age(32);
    const atWork = await bay.restarted();
    await vi.waitFor(() => expect(statSync(path).mtimeMs).toBeGreaterThan(Date.now() - DAY));
    // The relay hands out what an earlier version names.
    rmSync(path);
    await vi.waitFor(() => {
      atWork.open.wake();
      expect(existsSync(path)).toBe(true);
    });
    discardJob(atWork.open.jobs, job, 'Not here');
    age(30);
    const young = await atWork.restarted();
    await vi.waitFor(() => expect(young.open.publications.status().readAt).not.toBeNull());
    expect(existsSync(path)).toBe(true);
    age(32);
    const old = await young.restarted();
    await vi.waitFor(() => {
      old.open.wake();
      expect(existsSync(path)).toBe(false);
    });
  });
});

/* A relay that hands out other bytes than were published. */
describe('a relay that lies about the examples of a checklist', () => {
  const other = Buffer.from(INSTRUCTION_PICTURE);
  other[other.length - 1] = 0;
  const long = Buffer.concat([INSTRUCTION_PICTURE, Buffer.alloc(1)]);

  it.each<readonly [string, Buffer]>([
    ['other bytes', other],
    ['more bytes', long],
    ['no bytes', Buffer.alloc(0)],
    ['a file of another type', INSTRUCTION_PDF],
  ])('gets no laptop to keep or show %s', async (_what, bytes) => {
    let asked = 0;
    const { bay, picture } = await published((client) => ({
      ...client,
      attachedFile: () => {
        asked += 1;
        return Promise.resolve(ok({ mediaType: 'image/jpeg' as const, bytes }));
      },
    }));
    await vi.waitFor(() => {
      bay.open.wake();
      expect(asked).toBeGreaterThan(1);
    });
    expect(examplesOf(bay)).toEqual(missing(picture));
    expect(existsSync(bay.filesFolder) ? readdirSync(bay.filesFolder) : []).toEqual([]);
    expect(await shown(bay, picture)).toMatchObject({ here: false, picture: null });
  });

  it('is asked only for files of its own customer, by their digest', async () => {
    const asked: object[] = [];
    const { bay } = await published((client) => ({
      ...client,
      attachedFile: ({ signal: _signal, ...query }) => {
        asked.push(query);
        return client.attachedFile(query);
      },
    }));
    await until(bay, here);
    expect(asked).toEqual([{ environment: 'uat', customerId: 4711, sha256: digestOf(INSTRUCTION_PICTURE) }]);
  });
});
