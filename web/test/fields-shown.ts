/** The fields of a form that have an input on the screen, where server errors appear. */
export const fieldsShown = (): Set<string> =>
  new Set(
    [...document.querySelectorAll<HTMLElement>('[data-path]')].map(
      ({ dataset }) => dataset.path!.split('.')[0]!,
    ),
  );
