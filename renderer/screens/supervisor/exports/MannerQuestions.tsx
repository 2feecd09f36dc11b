import { Select } from '@mantine/core';
import { useId } from 'react';
import { language } from '../../../../shared/domain/settings.ts';
import { carsShown, type ExportManner, peopleShown } from '../../../../shared/domain/supervision-export.ts';
import { availableLanguages } from '../../../../shared/words/speak.ts';
import { ChoiceTile, ChoiceTiles } from '../../../components/ChoiceTiles.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { Text } from '../../../components/layout.tsx';

/** The personal and car data to export, and the language. */
export function MannerQuestions({
  manner,
  withLanguage,
  onChange,
}: {
  readonly manner: ExportManner;
  /** False for data for other programs, which is independent of the language. */
  readonly withLanguage: boolean;
  readonly onChange: (manner: ExportManner) => void;
}) {
  const text = useText();
  return (
    <>
      <Choice
        question={text('exports.people')}
        options={peopleShown.options}
        chosen={manner.people}
        word={(one) => text(`exports.peopleShown.${one}`)}
        onChoose={(people) => onChange({ ...manner, people })}
      />
      <Choice
        question={text('exports.cars')}
        options={carsShown.options}
        chosen={manner.cars}
        word={(one) => text(`exports.carsShown.${one}`)}
        onChoose={(cars) => onChange({ ...manner, cars })}
      />
      {withLanguage && (
        <Select
          label={text('exports.language')}
          allowDeselect={false}
          value={manner.language}
          data={availableLanguages.map((one) => ({ value: one.language, label: one.name }))}
          onChange={(value) => onChange({ ...manner, language: language.parse(value) })}
        />
      )}
    </>
  );
}

/** One question with a few answers. */
export function Choice<Option extends string>({
  question,
  options,
  chosen,
  word,
  onChoose,
}: {
  readonly question: string;
  readonly options: readonly Option[];
  readonly chosen: Option;
  readonly word: (option: Option) => string;
  readonly onChoose: (option: Option) => void;
}) {
  const name = useId();
  return (
    <div>
      <Text as="p" weight="strong" below="1" aria-hidden>
        {question}
      </Text>
      <ChoiceTiles label={question}>
        {options.map((option) => (
          <ChoiceTile key={option} name={name} checked={option === chosen} onChoose={() => onChoose(option)}>
            {word(option)}
          </ChoiceTile>
        ))}
      </ChoiceTiles>
    </div>
  );
}
