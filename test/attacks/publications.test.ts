import { describe, expect, it, vi } from 'vitest';
import { createSigner, makeKeyPair, type Signer } from '../../electron/trust/signatures.ts';
import { customerId } from '../../shared/ids.ts';
import {
  LONGEST_DOCUMENT,
  newestPublication,
  publication,
  type Publication,
} from '../../shared/relay/office-documents.ts';
import { canonicalPublication, devicePublicKey, deviceSignature } from '../../shared/relay/signing.ts';
import { ok } from '../../shared/result.ts';
import { answering, changedTemplate, placesOfPublications } from '../integration/publications/laptops.ts';

/* A relay that forges, changes, repeats or withholds publications, and the laptops that read them. */

const SIGNATURE = deviceSignature.parse(Buffer.alloc(64, 7).toString('base64url'));
const keyOf = ({ signed }: Publication) => devicePublicKey.parse(signed?.key);

type Lie = (said: Publication) => Publication | null;

/** A laptop that takes versions of the office alone, with version 2 in use, and a relay whose later answers are lies. */
async function withLyingRelay() {
  const { laptop, office } = await placesOfPublications();
  const heard: Publication[] = [];
  let lie: Lie = (said) => said;
  const through = answering((answer) => {
    if (!answer.ok || answer.value === null) return answer;
    const { publication: said } = answer.value;
    if (said !== null) heard.push(publication.parse(said));
    const base = said ?? heard.at(-1) ?? null;
    const lied = base === null ? null : lie(base);
    return ok({ newest: lied?.version ?? answer.value.newest, publication: lied });
  });
  const bay = await laptop('installer', 'Munich / Bay 1', [office.signer.key], through);
  const template = changedTemplate(7, 'First');
  await office.publish({ sites: ['First'] }, [template]);
  await vi.waitFor(() => {
    bay.open.wake();
    expect(bay.open.publications.inForce()?.version).toBe(1);
  });
  await office.publish({ sites: ['Second'] }, [{ ...template, version: 8 }]);
  await vi.waitFor(() => {
    bay.open.wake();
    expect(bay.open.publications.inForce()?.version).toBe(2);
  });
  /** The problem with this answer of the relay; version 2 stays in use. */
  const refusalOf = async (next: Lie): Promise<string | undefined> => {
    lie = next;
    await vi.waitFor(() => {
      bay.open.wake();
      expect(bay.open.publications.status().problem).not.toBeNull();
    });
    const { inForce, problem } = bay.open.publications.status();
    expect(inForce).toMatchObject({ version: 2, sites: ['Second'] });
    expect(bay.open.jobs.checklists.current(template.id)?.version).toBe(8);
    return problem?.code;
  };
  /** Version 3 as the office would sign it. */
  const next = (said: Publication, changes: Partial<Publication> = {}): Publication =>
    signedBy(office.signer, { ...said, version: 3, ...changes });
  return { bay, heard, refusalOf, next };
}

const signedBy = (signer: Signer, said: Publication): Publication => ({
  ...said,
  signed: signer.sign(canonicalPublication(said)),
});

describe('a relay that lies about publications', () => {
  it.each<readonly [string, Lie]>([
    ['a forged signature', (said) => ({ ...said, signed: { key: keyOf(said), signature: SIGNATURE } })],
    ['no signature', ({ signed: _signed, ...said }) => said],
    ['an old text under a newer number', (said) => ({ ...said, version: said.version + 1 })],
    [
      'a changed checklist',
      (said) => ({
        ...said,
        document: said.document.replace('"required":true', '"required":false'),
      }),
    ],
    ['another author', (said) => ({ ...said, document: said.document.replace('"Jo"', '"Kim"') })],
    ['the publication of another customer', (said) => ({ ...said, customerId: customerId.parse(4712) })],
    ['the publication of the other environment', (said) => ({ ...said, environment: 'prod' })],
  ])('gets no laptop to use one with %s', async (_what, lie) => {
    const { refusalOf, next } = await withLyingRelay();
    expect(await refusalOf((said) => lie(next(said)))).toBe('publication-not-signed');
  });

  it.each<Partial<Publication>>([{ customerId: customerId.parse(4712) }, { environment: 'prod' }])(
    'gets no laptop to use one that the same administrator signed for others: %o',
    async (other) => {
      const { refusalOf, next } = await withLyingRelay();
      expect(await refusalOf((said) => next(said, other))).toBe('publication-not-signed');
    },
  );

  it('gets no laptop to use one by the key of a laptop that it invented, whatever its role', async () => {
    const { refusalOf } = await withLyingRelay();
    const invented = createSigner(makeKeyPair());
    expect(await refusalOf((said) => signedBy(invented, { ...said, version: 3 }))).toBe(
      'publication-key-unknown',
    );
  });

  it('gets no laptop to go back to an earlier version, also after a restart', async () => {
    const { refusalOf, heard, bay } = await withLyingRelay();
    const [first] = heard;
    if (first === undefined) throw new Error('the relay said nothing');
    expect(await refusalOf(() => first)).toBe('publication-older');
    const again = await bay.restarted();
    expect(again.open.publications.status().inForce?.version).toBe(2);
    await vi.waitFor(() => {
      again.open.wake();
      expect(again.open.publications.status().problem?.code).toBe('publication-older');
    });
    expect(again.open.publications.status().inForce?.version).toBe(2);
  });

  it.each(['no document', '['.repeat(LONGEST_DOCUMENT), '{"templates":[]}'])(
    'gets no laptop to use a text that is no document (%#)',
    async (document) => {
      const { refusalOf, next } = await withLyingRelay();
      expect(await refusalOf((said) => next(said, { document }))).toBe('publication-unreadable');
    },
  );

  it('passes no document on that is longer than a document may be', async () => {
    const { heard, next } = await withLyingRelay();
    const [said] = heard;
    if (said === undefined) throw new Error('the relay said nothing');
    const long = { ...next(said), document: 'x'.repeat(LONGEST_DOCUMENT + 1) };
    expect(newestPublication.safeParse({ newest: 3, publication: long }).success).toBe(false);
    const longest = next(said, { document: 'x'.repeat(LONGEST_DOCUMENT) });
    expect(newestPublication.safeParse({ newest: 3, publication: longest }).success).toBe(true);
  });
});
