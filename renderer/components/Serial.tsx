import { serialGroups } from './serial-groups.ts';
import classes from './Serial.module.css';

/** A Box's serial number in mono. The groups are drawn apart with room, not with spaces: copied, it is the original. */
export function Serial({
  serial,
  size = 'md',
}: {
  readonly serial: string;
  readonly size?: 'sm' | 'md' | 'lg';
}) {
  return (
    <span className={classes['serial']} data-size={size}>
      {serialGroups(serial).map((group, index) => (
        <span key={index} className={classes['group']}>
          {group}
        </span>
      ))}
    </span>
  );
}
