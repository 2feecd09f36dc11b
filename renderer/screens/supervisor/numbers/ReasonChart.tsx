import { reworkReason } from '../../../../shared/relay/reviews.ts';
import { Card } from '../../../components/Section.tsx';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Bars } from './Bars.tsx';
import classes from './Numbers.module.css';

/** Reasons by how many jobs met them, as bars or as a table. `reviewed`: the names are codes of rework reasons. */
export function ReasonChart({
  title,
  none,
  reasons,
  asTable,
  reviewed = false,
}: {
  readonly title: string;
  /** Said where there is none. */
  readonly none: string;
  readonly reasons: readonly { readonly name: string; readonly jobs: number }[];
  readonly asTable: boolean;
  readonly reviewed?: boolean;
}) {
  const text = useText();
  const format = useFormat();
  const said = (name: string) => {
    if (!reviewed) return name;
    const known = reworkReason.safeParse(name);
    return text(`reviewing.reason.${known.success ? known.data : 'other'}`);
  };
  const most = Math.max(1, ...reasons.map(({ jobs }) => jobs));
  return (
    <Card>
      <h3 className={classes['chartTitle']}>{title}</h3>
      {reasons.length === 0 ? (
        <p className={classes['quiet']}>{none}</p>
      ) : asTable ? (
        <table className={classes['table']}>
          <thead>
            <tr>
              <th scope="col">{title}</th>
              <th scope="col">{text('installations.numbers.column.jobs')}</th>
            </tr>
          </thead>
          <tbody>
            {reasons.map(({ name, jobs }) => (
              <tr key={name}>
                <th scope="row">{said(name)}</th>
                <td>{format.number(jobs)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <Bars
          label={title}
          rows={reasons.map(({ name, jobs }) => ({
            name: said(name),
            says: format.number(jobs),
            parts: [{ share: jobs / most, look: 'trouble' }],
          }))}
        />
      )}
    </Card>
  );
}
