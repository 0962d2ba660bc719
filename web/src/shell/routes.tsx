import { page } from '../core/pages.ts';

const screen = () => import('./not-here-yet.tsx').then(({ NotHereYet }) => NotHereYet);
const title = 'Not available yet';

/** Planned screens, whose addresses people may know already. Each goes once its feature is here. */
export const comingPages = [] as const;
