import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { relayError } from '../../../electron/relay/relay-error.ts';
import { err } from '../../../shared/result.ts';
import { problemCodeOf } from '../db/problem-code.ts';
import { answering, changedTemplate, placesOfPublications, type PublicationLaptop } from './laptops.ts';

const until = (laptop: PublicationLaptop, version: number) =>
  vi.waitFor(() => {
    laptop.open.wake();
    expect(laptop.open.publications.status()).toMatchObject({ inForce: { version }, problem: null });
  });
const current = ({ open }: PublicationLaptop, id: string) => open.jobs.checklists.current(id);

describe('publications on laptops', () => {
  it('are used by every laptop whose policy names the key, and replace the checklist of the same id', async () => {
    const { laptop, office } = await placesOfPublications();
    const template = changedTemplate();
    const bay = await laptop('installer', 'Munich / Bay 1', [office.signer.key]);
    expect(await office.publish({ sites: ['Munich', 'Ulm'] }, [template])).toBe(1);
    await until(bay, 1);
    expect(bay.open.publications.status()).toMatchObject({
      inForce: { publishedBy: 'Jo', sites: ['Munich', 'Ulm'], key: office.signer.key, unusable: 0 },
      managed: true,
    });
    expect(current(bay, template.id)).toEqual(template);
    expect(bay.open.jobs.checklists.version(template.id, template.version)).toEqual(template);
    expect(bay.logged('publication-taken')).toBe(1);
    expect(office.logged('publication-published')).toBe(1);
  });

  it('stay in use without the relay, also after a restart', async () => {
    const { laptop, office } = await placesOfPublications();
    let isCut = false;
    const cable = answering((answer) =>
      isCut ? err(relayError('unreachable', 'the cable is cut')) : answer,
    );
    const bay = await laptop('installer', 'Munich / Bay 1', [office.signer.key], cable);
    await office.publish({}, [changedTemplate()]);
    await until(bay, 1);
    isCut = true;
    const again = await bay.restarted();
    expect(again.open.publications.status()).toMatchObject({ inForce: { version: 1 }, readAt: null });
    expect(current(again, changedTemplate().id)).toEqual(changedTemplate());
  });

  it('wait for a person where the policy names no key: who compared it accepts it once', async () => {
    const { laptop, office } = await placesOfPublications();
    const bay = await laptop('installer', 'Munich / Bay 1');
    await office.publish();
    const { key } = office.signer;
    await vi.waitFor(() => {
      bay.open.wake();
      expect(bay.open.publications.status()).toMatchObject({
        inForce: null,
        problem: { code: 'publication-key-unknown' },
        offered: { version: 1, key, publisher: 'Office' },
      });
    });
    expect(problemCodeOf(() => bay.open.publications.accept(bay.signer.key))).toBe('not-found');
    bay.open.publications.accept(key);
    await until(bay, 1);
    expect(bay.open.publications.status()).toMatchObject({ keys: [key], offered: null, managed: false });
    await office.publish({ sites: ['Ulm'] });
    await until(bay, 2);
    expect(bay.logged('publisher-accepted')).toBe(1);
  });

  it('accept no key on a laptop whose policy names others', async () => {
    const { laptop, office } = await placesOfPublications();
    const bay = await laptop('installer', 'Munich / Bay 1');
    const strict = await laptop('installer', 'Munich / Bay 2', [bay.signer.key]);
    await office.publish();
    await vi.waitFor(() => {
      strict.open.wake();
      expect(strict.open.publications.status().problem?.code).toBe('publication-key-unknown');
    });
    expect(problemCodeOf(() => strict.open.publications.accept(office.signer.key))).toBe('set-by-policy');
    expect(strict.open.publications.status().inForce).toBeNull();
  });

  it('are published on top of the version that was in view, and on no other', async () => {
    const { laptop, office } = await placesOfPublications();
    const second = await laptop('admin', 'Second office', [office.signer.key]);
    await office.publish();
    await expect(second.publish({}, [], 1)).rejects.toMatchObject({ problem: { code: 'set-by-policy' } });
    const third = await laptop('admin', 'Third office', null);
    await expect(third.publish({ sites: ['Bonn'] }, [], 0)).rejects.toMatchObject({
      problem: { code: 'version-stale' },
    });
    expect(await office.publish({ sites: ['Bonn'] })).toBe(2);
    await expect(office.publish({}, [], 1)).rejects.toMatchObject({ problem: { code: 'version-stale' } });
  });

  it('do not accuse the relay where its answer comes after this laptop published the next version', async () => {
    const { laptop } = await placesOfPublications();
    const cable = { holds: false, release: () => {} };
    const office = await laptop('admin', 'Second office', null, (client) => ({
      ...client,
      publications: async (query) => {
        const answer = await client.publications(query);
        if (cable.holds) {
          cable.holds = false;
          await new Promise<void>((resolve) => {
            cable.release = resolve;
          });
        }
        return answer;
      },
    }));
    await office.publish();
    cable.holds = true;
    await vi.waitFor(() => {
      office.open.wake();
      expect(cable.holds).toBe(false);
    });
    expect(await office.publish({ sites: ['Ulm'] })).toBe(2);
    cable.release();
    await nextTurn();
    expect(office.open.publications.status()).toMatchObject({ inForce: { version: 2 }, problem: null });
  });

  it('are not written while the relay is down, and nothing promises that they will be', async () => {
    const { relay, laptop, office } = await placesOfPublications();
    const second = await laptop('admin', 'Second office', null, (client) => ({
      ...client,
      putPiece: async () => await Promise.resolve(err(relayError('unreachable', 'the cable is cut'))),
      sendPublication: async () => await Promise.resolve(err(relayError('unreachable', 'the cable is cut'))),
    }));
    await expect(second.publish()).rejects.toMatchObject({ problem: { code: 'relay-not-reached' } });
    await relay.stop();
    await expect(office.publish()).rejects.toMatchObject({ problem: { code: 'relay-not-reached' } });
    expect(office.open.publications.status().inForce).toBeNull();
  });

  it('are taken from an administrator alone, and say so where the relay refuses', async () => {
    const { laptop } = await placesOfPublications();
    const supervisor = await laptop('supervisor', 'Supervisor');
    await expect(supervisor.publish()).rejects.toMatchObject({ problem: { code: 'publication-not-taken' } });
    expect(supervisor.open.publications.status().inForce).toBeNull();
  });

  it('go on with the next number at a relay that was set back', async () => {
    const { laptop, office } = await placesOfPublications();
    await office.publish();
    const second = await laptop('admin', 'Second office');
    // A laptop that has seen later versions than the relay still has.
    second.open.database.write(({ sqlite }) => {
      sqlite
        .prepare<[string]>(
          'INSERT INTO publication (id, version, document, key, taken_at) VALUES (1, 5, NULL, ?, 0)',
        )
        .run(second.signer.key);
    });
    expect(await second.publish({}, [], 5)).toBe(6);
    expect(second.open.publications.status()).toMatchObject({ inForce: { version: 6 }, problem: null });
    const bay = await laptop('installer', 'Munich / Bay 1', [second.signer.key]);
    await until(bay, 6);
  });
});
