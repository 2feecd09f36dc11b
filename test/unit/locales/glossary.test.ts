import { describe, expect, test } from 'vitest';
import de from '../../../resources/locales/de.json' with { type: 'json' };
import en from '../../../resources/locales/en.json' with { type: 'json' };
import es from '../../../resources/locales/es.json' with { type: 'json' };
import fr from '../../../resources/locales/fr.json' with { type: 'json' };
import { leaves } from './leaves.ts';

const english = leaves(en);
const translations = { de: new Map(leaves(de)), fr: new Map(leaves(fr)), es: new Map(leaves(es)) } as const;
const names = ['de', 'fr', 'es'] as const;

/** A text without what the app fills in. */
const words = (text: string) => text.replaceAll(/\{\{.*?\}\}/g, '…');

interface Concept {
  /** The word in English. */
  readonly en: RegExp;
  readonly de: RegExp;
  readonly fr: RegExp;
  readonly es: RegExp;
  /** Texts in which a translation goes without the word, with the reason. */
  readonly except?: Readonly<Record<string, string>>;
}

const SHORT = 'the narrow place holds no more';

/** One word per concept and language. A text that has the English word has the word of its language. */
const glossary: Readonly<Record<string, Concept>> = {
  export: { en: /\bexport/i, de: /export/i, fr: /export/i, es: /export/i },
  'transfer of a job to another laptop': {
    en: /\btransfer/i,
    de: /weiter(?:zu)?g/i,
    fr: /transfér/i,
    es: /traspas/i,
  },
  'hand-over of a car to its customer': {
    en: /\bhand(?:ed)?\b.*\bover\b/i,
    de: /übergeb/i,
    fr: /remet|remis/i,
    es: /entr[eé]g/i,
  },
  approval: { en: /\bapprov/i, de: /freigegeben|freigeben/i, fr: /approuv/i, es: /aprob|aprueb/i },
  supervisor: { en: /\bsupervisor/i, de: /aufsicht/i, fr: /superviseur/i, es: /supervisor/i },
  installer: { en: /\binstaller\b/i, de: /monteur/i, fr: /installateur/i, es: /instalador|montador/i },
  operator: { en: /\boperator/i, de: /betreiber/i, fr: /opérateur/i, es: /operador/i },
  relay: { en: /\brelay/i, de: /relay/i, fr: /relais/i, es: /relay/i },
  customer: { en: /\bcustomer/i, de: /kunde/i, fr: /client/i, es: /cliente/i },
  job: {
    en: /\bjobs?\b/i,
    de: /auftr[aä]g/i,
    fr: /intervention/i,
    es: /trabajo/i,
    except: {
      'installations.views.all': SHORT,
      'installations.photo.not-named': SHORT,
      'installations.reviewing.notFinished': SHORT,
      'flow.finish.staysOpen': SHORT,
    },
  },
  'test access': {
    en: /\btest access/i,
    de: /testzug[aä]ng/i,
    fr: /accès de test/i,
    es: /accesos? de prueba/i,
  },
  access: {
    en: /\baccess(?:es)?\b/i,
    de: /zug[aä]ng/i,
    fr: /accès/i,
    es: /acceso/i,
    except: { 'directory.period.endPast': 'it names the button' },
  },
  checklist: { en: /\bchecklist/i, de: /checkliste/i, fr: /liste/i, es: /lista/i },
  fleet: {
    en: /\bfleet\b/i,
    de: /flotte/i,
    fr: /parc/i,
    es: /flota/i,
    except: { 'exports.sheet.title': 'the usual name of the paper' },
  },
  laptop: {
    en: /\blaptop/i,
    de: /laptop/i,
    fr: /ordinateur/i,
    es: /portátil/i,
    except: { 'flow.frame.offline': SHORT, 'flow.frame.online': SHORT },
  },
  series: { en: /\bseries\b/i, de: /serie/i, fr: /série/i, es: /serie/i },
  group: { en: /\bgroups?\b/i, de: /gruppe/i, fr: /groupe/i, es: /grupo/i },
  plate: { en: /\bplates?\b/i, de: /kennzeichen/i, fr: /plaque|immatric/i, es: /matrícula/i },
  variant: { en: /\bvariants?\b/i, de: /variante/i, fr: /variante/i, es: /variante/i },
  photo: { en: /\bphoto/i, de: /foto/i, fr: /photo/i, es: /foto/i },
  signature: { en: /\bsignatures?\b/i, de: /unterschrift/i, fr: /signature/i, es: /firma/i },
};

describe.each(Object.entries(glossary))('%s', (_name, concept) => {
  test.each(names)('has one word in %s', (name) => {
    const texts = translations[name];
    const others = english
      .filter(([key, text]) => concept.en.test(words(text)) && concept.except?.[key] === undefined)
      .map(([key]) => `${key}: ${texts.get(key)}`)
      .filter((line) => !concept[name].test(words(line.slice(line.indexOf(': ')))));
    expect(others).toEqual([]);
  });
});

/** Words of another concept, or a second word for one that has its word already. */
const notUsed = {
  de: [/\bdemont/i, /verantwortlich/i, /\bdie leitung\b/i],
  fr: [
    /démont/i,
    /\bdépos[eé]/i,
    /\bportables?\b/i,
    /\btravaux\b/i,
    /accès d’essai/i,
    /\bresponsable/i,
    /\bmonteur/i,
    /\bflotte/i,
  ],
  es: [/\bdesmont/i, /\bvalidad[oa]/i, /\bresponsable/i],
} as const;

test.each(names)('%s has no second word for a concept', (name) => {
  const found = [...translations[name]].filter(([, text]) => notUsed[name].some((word) => word.test(text)));
  expect(found).toEqual([]);
});

describe('English', () => {
  test('is plain: no "nobody", "somebody", "whoever", "told", "anew", "heed"', () => {
    const dialect = /\b(?:nobody|somebody|whoever|un?told|told|anew|heed|mend(?:ed)?)\b/i;
    expect(english.filter(([, text]) => dialect.test(text))).toEqual([]);
  });

  test('has no sentence that begins with "What …"', () => {
    // A question to a person may begin so.
    const built = /(?:^|[.:;] )What [^?]*(?:[.:;]|$)/;
    expect(english.filter(([, text]) => built.test(text))).toEqual([]);
  });

  test('has short sentences', () => {
    const long = english.filter(([, text]) =>
      words(text)
        .split(/[.!?;] /)
        .some((sentence) => sentence.split(' ').length > 28),
    );
    expect(long).toEqual([]);
  });
});
