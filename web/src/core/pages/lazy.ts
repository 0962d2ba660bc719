import { type ComponentType, lazy } from 'react';

/** A component whose code loads when it is first shown, such as a drawer or dialog. Needs a <Suspense> around it. */
export const later = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load() }));
