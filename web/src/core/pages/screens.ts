import type { Permission } from '@aisle/contract/permissions';
import { type RegisteredRouter, useRouter } from '@tanstack/react-router';
import { useSession } from '../session/session.ts';
import type { Screen } from './pages.ts';

type Screens = RegisteredRouter['routesByPath'];

/** The path of a screen, with `$id` and the like for its parameters. */
export type ScreenPath = Exclude<keyof Screens, '/'>;
/** One without parameters. */
export type PlainPath = Exclude<ScreenPath, `${string}$${string}`>;
export const isPlain = (path: ScreenPath): path is PlainPath => !path.includes('$');

/** Where a link may lead: a screen, the parameters of its path, and what its URL may hold. */
export type Destination =
  | { [Path in ScreenPath]: DestinationAt<Path> }[ScreenPath]
  // As the menu names them, without saying which of them.
  | { to: PlainPath; search?: undefined; params?: undefined };

type DestinationAt<Path extends ScreenPath> = {
  to: Path;
  search?: Screens[Path]['types']['fullSearchSchemaInput'];
} & (Path extends `${string}$${string}`
  ? { params: Screens[Path]['types']['allParams'] }
  : { params?: undefined });

/** The previous screen and its label. */
export type Back = Destination & { label: string };

export interface Visitor {
  permissions: ReadonlySet<Permission>;
  user: { userType: string };
}

/** Whether somebody with these permissions may see a screen. */
const canOpen = (
  { permission, orPermission = [] }: Partial<Screen>,
  held: ReadonlySet<Permission>,
): boolean => !permission || [permission, ...orPermission].some((one) => held.has(one));

/** What is missing to see a screen, in the words of the page that shows it; undefined when nothing is. */
export function missingParts(screen: Partial<Screen> | undefined, visitor: Visitor): string | null {
  if (!screen) return null;
  if (screen.permission && !canOpen(screen, visitor.permissions)) return screen.permission;
  if (screen.everywhere && visitor.user.userType === 'store') return 'everywhere';
  if (screen.userType && visitor.user.userType !== screen.userType) return `userType ${screen.userType}`;
  return null;
}

/** Tells whether there is such a screen, and this person may see it. */
export function useCanOpen(): (path: ScreenPath) => boolean {
  const { routesByPath } = useRouter();
  const session = useSession();
  return (path) => {
    if (session === null || !(path in routesByPath)) return false;
    return missingParts(routesByPath[path].options.staticData, session) === null;
  };
}
