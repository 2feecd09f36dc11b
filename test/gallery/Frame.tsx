import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { checklistEntries } from './checklist-entries.tsx';
import { controlEntries } from './control-entries.tsx';
import { dialogEntries } from './dialog-entries.tsx';
import { noticeEntries } from './notice-entries.tsx';
import { pageEntries } from './page-entries.tsx';
import { places } from './places.ts';
import { Screens } from './Screens.tsx';
import type { GalleryScreens } from './screens.ts';
import { signEntries } from './sign-entries.tsx';
import { galleryLanguage, galleryTheme, type GalleryView, searchOf } from './view.ts';
import classes from './Frame.module.css';

/** A component with its states. */
export interface GalleryEntry {
  /** As its file is called. */
  readonly name: string;
  readonly show: () => ReactNode;
}

const groups = {
  Signs: signEntries,
  Notices: noticeEntries,
  Controls: controlEntries,
  Checklist: checklistEntries,
  Dialogs: dialogEntries,
  Pages: pageEntries,
} satisfies Record<string, readonly GalleryEntry[]>;

/** Every component under its name, the places of the window, and the choice of theme and language. */
export function Frame({ view, screens }: { readonly view: GalleryView; readonly screens: GalleryScreens }) {
  const go = (change: Partial<GalleryView>) => {
    window.location.search = searchOf({ ...view, ...change });
  };
  return (
    <div className={classes['frame']}>
      <nav className={classes['list']} aria-label="Gallery">
        <h1 className={classes['title']}>Gallery</h1>
        <SegmentedControl
          aria-label="Theme"
          value={view.theme}
          data={[...galleryTheme.options]}
          onChange={(theme) => go({ theme: galleryTheme.parse(theme) })}
        />
        <SegmentedControl
          aria-label="Language"
          value={view.language}
          data={[...galleryLanguage.options]}
          onChange={(language) => go({ language: galleryLanguage.parse(language) })}
        />
        <a href={searchOf({ ...view, part: 'screens', place: null })} className={classes['link']}>
          Every place of the window ({screens.reduce((sum, { places: of }) => sum + of.length, 0)})
        </a>
        {Object.entries(groups).map(([group, entries]) => (
          <div key={group}>
            <h2 className={classes['group']}>{group}</h2>
            {entries.map(({ name }) => (
              <a
                key={name}
                href={`${searchOf({ ...view, part: 'components' })}#${name}`}
                className={classes['link']}
              >
                {name}
              </a>
            ))}
          </div>
        ))}
        <h2 className={classes['group']}>Places over the stand-in</h2>
        {places.map(({ name }) => (
          <a key={name} href={searchOf({ ...view, place: name })} className={classes['link']}>
            {name}
          </a>
        ))}
      </nav>
      <main className={classes['shown']}>
        {view.part === 'screens' ? (
          <Screens screens={screens} view={view} />
        ) : (
          Object.values(groups)
            .flat()
            .map(({ name, show: Show }) => (
              <section key={name} id={name} aria-label={name} className={classes['entry']}>
                <h2 className={classes['name']}>{name}</h2>
                <Show />
              </section>
            ))
        )}
      </main>
    </div>
  );
}
