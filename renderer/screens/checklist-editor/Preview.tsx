import { Button } from '@mantine/core';
import { Fragment, useState } from 'react';
import {
  type ChecklistAnswers,
  type ChecklistItem,
  checklistPhase,
  type ChecklistTemplate,
  type LocalText,
} from '../../../shared/domain/checklist.ts';
import {
  answeredOf,
  askedItems,
  inPhase,
  type KnownForChecklist,
  nothingKnown,
} from '../../../shared/domain/checklist-asking.ts';
import { ChecklistRow } from '../../components/checklist/ChecklistRow.tsx';
import { useLocalText } from '../../components/checklist/use-checklist-words.ts';
import { useText } from '../../i18n/use-text.ts';
import { Row, Stack, Text } from '../../components/layout.tsx';
import classes from './Editor.module.css';

/** The checklist as the installer sees it, with answers to try; no answer is saved. */
export function Preview({ template }: { readonly template: ChecklistTemplate }) {
  const text = useText();
  const localText = useLocalText();
  // An item without a text gets a placeholder, because it could not be tried without a name.
  const named = (words: LocalText, name: string): LocalText =>
    localText(words) === '' ? { en: name } : words;
  const spoken = (item: ChecklistItem): ChecklistItem => {
    const words = named(item.text, text('checklists.editor.noWords'));
    if (item.type !== 'choice') return { ...item, text: words };
    const options = item.options.map((option, index) => ({
      ...option,
      text: named(option.text, text('checklists.editor.option', { number: index + 1 })),
    }));
    return { ...item, text: words, options };
  };
  const [answers, setAnswers] = useState<ChecklistAnswers>({});
  const [round, setRound] = useState(0);
  const asked = askedItems(template, answers, forEverything(template));
  return (
    <Stack as="section" gap="1-half" aria-label={text('checklists.editor.preview')}>
      <Row align="center" wrap className={classes['previewHead']}>
        <h2>{text('checklists.editor.preview')}</h2>
        <Text size="small" quiet>
          {text('flow.fitting.done', answeredOf(asked, answers, nothingKnown))}
        </Text>
        <Button
          variant="subtle"
          onClick={() => {
            setAnswers({});
            setRound(round + 1);
          }}
        >
          {text('checklists.editor.previewAgain')}
        </Button>
      </Row>
      <Text as="p" size="small" quiet>
        {text('checklists.editor.previewSays')}
      </Text>
      {checklistPhase.options.map((phase) => {
        const part = inPhase(asked, phase);
        if (part.length === 0) return null;
        return (
          <Fragment key={`${phase} ${round}`}>
            <Text as="h3" weight="strong" quiet above="2" className={classes['part']}>
              {text(`checklists.phase.${phase}`)}
            </Text>
            <Stack as="ol" gap="1-half" plain>
              {part.map((item) => (
                <ChecklistRow
                  key={`${item.id} ${item.type}`}
                  item={spoken(item)}
                  answer={answers[item.id]}
                  mark={null}
                  unsaved={null}
                  media={null}
                  known={{ vin: null }}
                  stillOpen={false}
                  onAnswer={(answer) =>
                    setAnswers(({ [item.id]: _before, ...others }) =>
                      answer === null ? others : { ...others, [item.id]: answer },
                    )
                  }
                  onUnsaved={() => undefined}
                />
              ))}
            </Stack>
          </Fragment>
        );
      })}
    </Stack>
  );
}

/** A car for which every item is asked, because hidden items could not be tried. */
function forEverything({ items }: ChecklistTemplate): KnownForChecklist {
  const all = (part: 'brands' | 'models' | 'keyForms' | 'boxes') =>
    items.flatMap(({ only }) => only?.[part] ?? []).join(' ');
  return {
    brand: all('brands'),
    model: all('models'),
    keyForm: all('keyForms'),
    box: all('boxes'),
    vin: null,
  };
}
