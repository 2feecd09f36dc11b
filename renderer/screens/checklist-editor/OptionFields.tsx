import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type ChecklistOption, MOST_OPTIONS } from '../../../shared/domain/checklist.ts';
import type { Language } from '../../../shared/domain/settings.ts';
import { useText } from '../../i18n/use-text.ts';
import classes from './Editor.module.css';
import { freeId } from './editing.ts';
import { TextField } from './TextField.tsx';

/** The options of a choice. */
export function OptionFields({
  options,
  language,
  onChange,
}: {
  readonly options: readonly ChecklistOption[];
  readonly language: Language;
  readonly onChange: (options: ChecklistOption[], field: string | null) => void;
}) {
  const text = useText();
  const ids = options.map(({ id }) => id);
  return (
    <div className={classes['options']}>
      {options.map((option, index) => (
        <div key={option.id} className={classes['option']}>
          <div className={classes['grow']}>
            <TextField
              label={text('checklists.editor.option', { number: index + 1 })}
              value={option.text}
              language={language}
              onChange={(words) =>
                onChange(
                  options.map((other) => (other === option ? { ...option, text: words } : other)),
                  `option ${option.id}`,
                )
              }
            />
          </div>
          <ActionIcon
            variant="subtle"
            size={48}
            aria-label={text('checklists.editor.removeOption', { number: index + 1 })}
            onClick={() =>
              onChange(
                options.filter((other) => other !== option),
                null,
              )
            }
          >
            <IconTrash size={20} stroke={1.8} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="subtle"
        leftSection={<IconPlus size={18} stroke={2} aria-hidden />}
        disabled={options.length >= MOST_OPTIONS}
        onClick={() =>
          onChange([...options, { id: freeId(`option-${options.length + 1}`, ids), text: { en: '' } }], null)
        }
      >
        {text('checklists.editor.addOption')}
      </Button>
    </div>
  );
}
