import { describe, expect, it } from 'vitest';
import { matching, matchOf } from '../../../shared/domain/office-documents.ts';
import { writtenContent } from '../../instructions/written-instruction.ts';

const CAR = { brand: 'Volkswagen', model: 'Transporter', key: 'Flip key' };
const of = (changes: object) => ({ content: writtenContent(changes) });
const titles = (all: readonly ReturnType<typeof of>[], subject = CAR) =>
  matching(all, subject).map(({ content, match }) => `${match} ${content.title}`);

describe('the instructions for a car', () => {
  it('are in the order of how closely they fit, then by title', () => {
    expect(
      titles([
        of({ title: 'b' }),
        of({ title: 'a' }),
        of({ title: 'key', key: 'Flip key' }),
        of({ title: 'model', model: 'Transporter' }),
        of({ title: 'both', model: 'Transporter', key: 'Flip key' }),
      ]),
    ).toEqual(['model-and-key both', 'model model', 'key key', 'brand a', 'brand b']);
  });

  it('name no other brand, model or key', () => {
    expect(
      titles([
        of({ brand: 'Opel' }),
        of({ model: 'Crafter' }),
        of({ key: 'Smart key' }),
        of({ model: 'Transporter', key: 'Smart key' }),
        of({ model: 'Crafter', key: 'Flip key' }),
      ]),
    ).toEqual([]);
  });

  it('are compared as the search compares names', () => {
    const written = writtenContent({ brand: 'VOLKSWAGEN ', model: 'trans-porter', key: 'flip  KEY' });
    expect(matchOf(written, CAR)).toBe('model-and-key');
  });

  it('are those of the brand alone while model and key are not known', () => {
    const unknown = { brand: 'Volkswagen', model: null, key: null };
    const all = [of({}), of({ model: 'Transporter' }), of({ key: 'Flip key' })];
    expect(matching(all, unknown).map(({ match }) => match)).toEqual(['brand']);
    expect(matching(all, { ...unknown, brand: null })).toEqual([]);
  });
});
