/** What a key does on the page, and not while a dialog is over it: there it would act out of sight. */
export const whileNoDialog = (act: () => unknown) => () => {
  if (document.querySelector('[role=dialog]') === null) act();
};
