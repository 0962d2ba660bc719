import { useMediaQuery } from '@mantine/hooks';

/** Below this width tables become cards and filters a sheet; the stylesheets say the same. */
const narrow = '(max-width: 47.99em)';

/** Whether this is a phone's width. Right from the first render, so that nothing jumps. */
export const useIsNarrow = (): boolean =>
  useMediaQuery(narrow, false, { getInitialValueInEffect: false }) ?? false;
