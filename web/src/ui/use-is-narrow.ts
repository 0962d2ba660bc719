import { useMediaQuery } from '@mantine/hooks';

/** Below this width, tables become cards and filters become a sheet; the style sheets use the same width. */
const narrow = '(max-width: 47.99em)';

/** Whether the screen is as narrow as a phone. Correct on the first render, so that nothing shifts. */
export const useIsNarrow = (): boolean =>
  useMediaQuery(narrow, false, { getInitialValueInEffect: false }) ?? false;
