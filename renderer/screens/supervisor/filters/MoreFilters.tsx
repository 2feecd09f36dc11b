import { Checkbox, NativeSelect } from '@mantine/core';
import { z } from 'zod';
import { jobKind } from '../../../../shared/domain/job-steps.ts';
import {
  failureFamily,
  type SupervisionFilter,
  reviewState,
  supervisionState,
} from '../../../../shared/domain/supervision.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { HIGH_RISK, RAISED_RISK } from '../supervision-badges.ts';
import { WithFacets, FacetChoices, FilterMenu } from './FilterMenu.tsx';
import { Row, Stack, Text } from '../../../components/layout.tsx';
import classes from './Filters.module.css';

const flags = ['forced', 'changedAnswers', 'openAccess', 'green', 'logFault'] as const;
const kinds = z.array(jobKind);
const families = z.array(failureFamily);

/** The less frequent filters: key, Box variant, kind, problem, laptop, risk, marks. */
export function MoreFilters({
  filter,
  onChange,
}: {
  readonly filter: SupervisionFilter;
  readonly onChange: (change: Partial<SupervisionFilter>) => void;
}) {
  const text = useText();
  const format = useFormat();
  const words = useFilterWords();
  const lists = [filter.keyForms, filter.variants, filter.kinds, filter.troubles, filter.laptops];
  const set =
    lists.filter((list) => list.length > 0).length +
    flags.filter((flag) => filter[flag] !== null).length +
    (filter.minimumRisk > 0 ? 1 : 0);
  return (
    <FilterMenu label={text('installations.filter.more')} set={set}>
      <WithFacets>
        {(facets) => (
          <div className={classes['groups']}>
            <Stack as="fieldset" narrow className={classes['choices']}>
              <Text as="legend" size="small" line="title" weight="bold">
                {text('installations.filter.marks')}
              </Text>
              {flags.map((flag) => (
                <Checkbox
                  key={flag}
                  className={classes['choice'] ?? ''}
                  checked={filter[flag] === true}
                  onChange={(event) => onChange({ [flag]: event.currentTarget.checked ? true : null })}
                  label={
                    <Row as="span" gap="2" justify="between" size="lead" line="inherit">
                      <span>{text(`installations.filter.flag.${flag}`)}</span>
                      <Text quiet tabular>
                        {format.number(facets[flag])}
                      </Text>
                    </Row>
                  }
                />
              ))}
              <NativeSelect
                className={classes['risk'] ?? ''}
                label={text('installations.filter.risk')}
                value={String(filter.minimumRisk)}
                onChange={(event) => onChange({ minimumRisk: Number(event.currentTarget.value) })}
                data={[
                  { value: '0', label: text('installations.filter.anyRisk') },
                  {
                    value: String(RAISED_RISK),
                    label: text('installations.filter.riskFrom', { risk: RAISED_RISK }),
                  },
                  {
                    value: String(HIGH_RISK),
                    label: text('installations.filter.riskFrom', { risk: HIGH_RISK }),
                  },
                ]}
              />
            </Stack>
            <FacetChoices
              label={text('installations.filter.kinds')}
              offered={facets.kinds}
              chosen={filter.kinds}
              wordOf={words.kind}
              onChange={(chosen) => onChange({ kinds: kinds.parse(chosen) })}
            />
            <FacetChoices
              label={text('installations.filter.troubles')}
              offered={facets.troubles.filter(({ value }) => value !== '')}
              chosen={filter.troubles}
              wordOf={words.trouble}
              onChange={(chosen) => onChange({ troubles: families.parse(chosen) })}
            />
            <FacetChoices
              label={text('installations.filter.keyForms')}
              offered={facets.keyForms}
              chosen={filter.keyForms}
              wordOf={words.named}
              onChange={(keyForms) => onChange({ keyForms })}
            />
            <FacetChoices
              label={text('installations.filter.variants')}
              offered={facets.variants}
              chosen={filter.variants}
              wordOf={words.named}
              onChange={(variants) => onChange({ variants })}
            />
            <FacetChoices
              label={text('installations.filter.laptops')}
              offered={facets.laptops}
              chosen={filter.laptops}
              wordOf={words.laptop}
              onChange={(laptops) => onChange({ laptops })}
            />
          </div>
        )}
      </WithFacets>
    </FilterMenu>
  );
}

/** The words for the values of the filters; '' is a value that no entry reports. */
export function useFilterWords() {
  const text = useText();
  const named = (value: string) => (value === '' ? text('installations.filter.notReported') : value);
  return {
    named,
    laptop: (value: string) => (value === '' ? text('installations.thisLaptop') : value),
    state: (value: string) => {
      const known = supervisionState.safeParse(value);
      return known.success ? text(`installations.state.${known.data}`) : value;
    },
    review: (value: string) => {
      const known = reviewState.safeParse(value);
      return known.success ? text(`installations.review.${known.data}`) : value;
    },
    kind: (value: string) => {
      const known = jobKind.safeParse(value);
      return known.success ? text(`installations.kind.${known.data}`) : value;
    },
    trouble: (value: string) => {
      const known = failureFamily.safeParse(value);
      return known.success ? text(`supervision.failure.${known.data}`) : named(value);
    },
  };
}
