import type { ReactNode } from 'react';
import classes from './Frame.module.css';

/** States side by side. */
export const Row = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes['row']}>{children}</div>
);

/** States one below the other. */
export const Column = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes['column']}>{children}</div>
);

/** Room for a component that fills a page. */
export const Page = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes['page']}>{children}</div>
);
