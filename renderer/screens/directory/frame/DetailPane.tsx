import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { type DirectorySection, hashOf } from '../../../navigation/route.ts';
import { useText } from '../../../i18n/use-text.ts';
import { WritesNotice } from '../writes/WritesNotice.tsx';
import type { Subject } from '../writes/writes.ts';
import classes from './DetailPane.module.css';

/** The open row: its head with the acts, the changes on their way, its parts. */
export function DetailPane({
  section,
  title,
  label,
  actions,
  about,
  children,
}: {
  readonly section: Exclude<DirectorySection, 'customers'>;
  /** How it looks at the head. */
  readonly title: ReactNode;
  /** The same in words. */
  readonly label: string;
  readonly actions?: ReactNode;
  readonly about?: Subject;
  readonly children: ReactNode;
}) {
  const text = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The list that had the focus is gone where there is no room for both.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <section className={classes['scroll']} aria-label={label}>
      <div className={classes['content']}>
        <a className={classes['back']} href={hashOf({ screen: 'directory', section, id: null })}>
          <IconArrowLeft size={20} stroke={2} aria-hidden />
          {text(`directory.detail.back.${section}`)}
        </a>
        <div className={classes['head']}>
          <h2 ref={heading} tabIndex={-1} className={classes['title']}>
            {title}
          </h2>
          {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
        </div>
        {about !== undefined && <WritesNotice about={about} />}
        <div className={classes['parts']}>{children}</div>
      </div>
    </section>
  );
}
