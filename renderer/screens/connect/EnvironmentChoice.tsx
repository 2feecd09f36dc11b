import { Radio } from '@mantine/core';
import { environment as environmentSchema, type Environment } from '../../../shared/environment.ts';
import { useText } from '../../i18n/use-text.ts';
import classes from './EnvironmentChoice.module.css';

/** Test or production, big and with what it means. */
export function EnvironmentChoice({
  environment,
  locked,
  onChange,
}: {
  readonly environment: Environment;
  /** The administrator has set it: the other one is not shown. */
  readonly locked: boolean;
  readonly onChange: (environment: Environment) => void;
}) {
  const text = useText();
  const choices = [
    { value: 'uat', title: text('environment.uat'), says: text('connect.uatSays') },
    { value: 'prod', title: text('environment.prod'), says: text('connect.prodSays') },
  ] as const;
  const shown = choices.filter(({ value }) => !locked || value === environment);
  return (
    <Radio.Group
      label={text('connect.environmentTitle')}
      {...(locked ? { description: text('common.setByAdministrator') } : {})}
      value={environment}
      onChange={(value) => onChange(environmentSchema.parse(value))}
    >
      <div className={classes['choices']}>
        {shown.map(({ value, title, says }) => (
          <Radio.Card key={value} value={value} className={classes['choice'] ?? ''} data-environment={value}>
            <Radio.Indicator size="md" />
            <span className={classes['words']}>
              <span className={classes['title']}>
                {title}
                {value === 'uat' && <span className={classes['mark']}>{text('environment.uatMark')}</span>}
              </span>
              <span className={classes['says']}>{says}</span>
            </span>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
}
