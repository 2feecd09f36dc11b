import type { ExportManner } from '../../../shared/domain/supervision-export.ts';
import type { AnsweredItem, ExportedRow } from '../../../shared/domain/supervision-job.ts';
import { createDiscreet, type Discreet } from './job/discreet.ts';
import { createShown } from './shown.ts';

/** An answer as it goes out. */
export type ShownAnswer = Omit<AnsweredItem, 'samples' | 'worker'> & {
  /** Photos and signatures that may show whom or what is left out. */
  readonly photosLeftOut: number;
};

/** A row of the table as it goes out. */
export type ShownRow = Omit<ExportedRow, 'answers' | 'photos' | 'named' | 'reviewers' | 'chains'> & {
  readonly person: string | null;
  readonly answers: readonly ShownAnswer[];
};

/**
 * Turns a job with its answers into what may go out of the house. One for each file: people keep their numbers within it.
 *
 * @param words in the language of the file: `numbered` for the person of a number, `leftOut` in the place of a name or a car.
 */
export function createShownJobs(
  manner: Pick<ExportManner, 'people' | 'cars'>,
  words: { readonly numbered: (number: number) => string; readonly leftOut: string },
): (row: ExportedRow) => ShownRow {
  const shown = createShown(manner, words.numbered);
  return ({ photos, named, reviewers, chains: _chains, ...row }) => {
    const { answers } = row;
    const discreet = createDiscreet({ row, reviewers, named, answers }, manner, {
      shown,
      leftOut: words.leftOut,
    });
    const kinds = new Map(photos.map(({ digest, kind }) => [digest, kind]));
    return {
      ...shown(row),
      proof: proofOf(row.proof, discreet),
      answers: answers.map((given) => shownAnswer(given, discreet, kinds)),
    };
  };
}

function shownAnswer(
  { worker: _worker, ...given }: ExportedRow['answers'][number],
  discreet: Discreet,
  kinds: ReadonlyMap<string, 'photo' | 'signature'>,
): ShownAnswer {
  const photos = given.photos.filter((digest) => discreet.shows(kinds.get(digest) ?? 'photo'));
  const { forced } = given;
  return {
    ...given,
    words: given.asked === null ? discreet.text(given.words) : given.words,
    answer: discreet.answer(given),
    photos,
    photosLeftOut: given.photos.length - photos.length,
    forced:
      forced === null
        ? null
        : {
            reason: discreet.text(forced.reason),
            limit: forced.limit === null ? null : discreet.text(forced.limit),
          },
  };
}

/** The reason of a handing over is typed by a person. */
function proofOf(proof: ExportedRow['proof'], discreet: Discreet): ExportedRow['proof'] {
  if (proof.state !== 'unproven' || proof.handedOver === null) return proof;
  return { ...proof, handedOver: discreet.text(proof.handedOver) };
}
