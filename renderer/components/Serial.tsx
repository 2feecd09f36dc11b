import { serialGroups } from './serial-groups.ts';
import { Text } from './layout.tsx';
import classes from './Serial.module.css';

/**
 * A Box's serial number in monospaced type. The groups are separated by CSS and not by blanks, so that a copy is the
 * original serial.
 */
export function Serial({
  serial,
  size = 'md',
}: {
  readonly serial: string;
  readonly size?: 'sm' | 'md' | 'lg';
}) {
  return (
    <Text weight="medium" mono size="body" line="inherit" className={classes['serial']} data-size={size}>
      {serialGroups(serial).map((group, index) => (
        <span key={index} className={classes['group']}>
          {group}
        </span>
      ))}
    </Text>
  );
}
