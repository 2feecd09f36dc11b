import { directorySections, type DirectorySection, hashOf } from '../../../navigation/route.ts';
import { useText } from '../../../i18n/use-text.ts';
import { sectionIcons } from '../section-icons.ts';
import classes from './SectionList.module.css';

/** The parts of the Directory, each one tap away. */
export function SectionList({ here }: { readonly here: DirectorySection }) {
  const text = useText();
  return (
    <nav className={classes['sections']} aria-label={text('directory.section.label')}>
      <p className={classes['heading']} aria-hidden>
        {text('directory.title')}
      </p>
      {directorySections.map((section) => {
        const Picture = sectionIcons[section];
        return (
          <a
            key={section}
            className={classes['section']}
            href={hashOf({ screen: 'directory', section, id: null })}
            aria-current={section === here ? 'page' : undefined}
          >
            <Picture size={20} stroke={section === here ? 2.1 : 1.7} aria-hidden />
            {text(`directory.section.${section}`)}
          </a>
        );
      })}
    </nav>
  );
}
