import { type ComponentType, lazy } from 'react';

/**
 * A component whose code comes when it is first shown, for what a page does not need at once: drawers,
 * dialogs. Stands inside a <Suspense>.
 */
export const later = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load() }));
