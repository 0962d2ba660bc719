import type { Permission } from '@aisle/contract/permissions';
import { type RegisteredRouter, useRouter } from '@tanstack/react-router';
import { useSession } from '../session/session.ts';
import type { Screen } from './pages.ts';

type Screens = RegisteredRouter['routesByPath'];

/** The path of a screen, with parameters in the form `$id`. */
export type ScreenPath = Exclude<keyof Screens, '/'>;
/** The path of a screen without parameters. */
export type PlainPath = Exclude<ScreenPath, `${string}$${string}`>;
export const isPlain = (path: ScreenPath): path is PlainPath => !path.includes('$');

/** The target of a link: a screen, its path parameters and its search. */
export type Destination =
  | { [Path in ScreenPath]: DestinationAt<Path> }[ScreenPath]
  // A plain path from the menu, whose exact type is unknown.
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

/** Whether these permissions allow opening a screen. */
const canOpen = (
  { permission, orPermission = [] }: Partial<Screen>,
  held: ReadonlySet<Permission>,
): boolean => !permission || [permission, ...orPermission].some((one) => held.has(one));

/** The requirement that prevents opening a screen, as shown by the replacement page; null if nothing does. */
export function missingParts(screen: Partial<Screen> | undefined, visitor: Visitor): string | null {
  if (!screen) return null;
  if (screen.permission && !canOpen(screen, visitor.permissions)) return screen.permission;
  if (screen.everywhere && visitor.user.userType === 'store') return 'everywhere';
  if (screen.userType && visitor.user.userType !== screen.userType) return `userType ${screen.userType}`;
  return null;
}

/** Returns a function that checks whether a screen exists and the user can open it. */
export function useCanOpen(): (path: ScreenPath) => boolean {
  const { routesByPath } = useRouter();
  const session = useSession();
  return (path) => {
    if (session === null || !(path in routesByPath)) return false;
    return missingParts(routesByPath[path].options.staticData, session) === null;
  };
}
