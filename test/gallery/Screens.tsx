import { type GalleryScreens, PICTURES_PATH } from './screens.ts';
import type { GalleryView } from './view.ts';
import classes from './Frame.module.css';

/** Every place of the screenshot run, with its picture in the chosen language and theme. */
export function Screens({ screens, view }: { readonly screens: GalleryScreens; readonly view: GalleryView }) {
  return screens.map(({ scene, places }) => (
    <section key={scene} aria-label={scene} className={classes['screens']}>
      <h2 className={classes['name']}>{scene}</h2>
      {places.map(({ name, pictures }) => {
        const taken = pictures.filter(
          ({ language, theme }) => language === view.language && theme === view.theme,
        );
        return (
          <figure key={name} className={classes['screen']}>
            <figcaption>
              {name}: <code>npm run dev -- --scene {name}</code>
              {taken.length === 0 && '; no picture in this language and theme'}
            </figcaption>
            {taken.map(({ picture, width, height }) => (
              <img
                key={picture}
                src={PICTURES_PATH + picture}
                alt={`${name}, ${width}x${height}`}
                loading="lazy"
              />
            ))}
          </figure>
        );
      })}
    </section>
  ));
}
