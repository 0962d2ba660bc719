import { type ComponentType, lazy } from 'react';

/**
 * A component whose code is loaded when it is first shown, for what a page does not need at once: drawers,
 * dialogs. Needs a <Suspense> around it.
 */
export const later = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load() }));
