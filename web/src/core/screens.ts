import type { Permission } from '@aisle/contract/permissions';
import { useRouter } from '@tanstack/react-router';
import { useSession } from './session.ts';

/** What the router knows of a screen. */
export interface Screen {
  title?: string;
  permission?: Permission | undefined;
  userType?: 'admin' | 'store' | undefined;
  signedOut?: true | undefined;
}
export interface Visitor {
  permissions: ReadonlySet<Permission>;
  user: { userType: string };
}

/** What is missing to see a screen, in the words of the page that says so; nothing when all is well. */
export function whatIsMissing(screen: Screen | undefined, visitor: Visitor): string | null {
  if (!screen) return null;
  if (screen.permission && !visitor.permissions.has(screen.permission)) return screen.permission;
  if (screen.userType && visitor.user.userType !== screen.userType) return `userType ${screen.userType}`;
  return null;
}

/** Tells whether a path leads to a screen that exists and that this person may see. */
export function useCanOpen(): (path: string) => boolean {
  const router = useRouter();
  const session = useSession();
  return (path) => {
    const screen = router.getMatchedRoutes(path)[2]?.options.staticData as Screen | undefined;
    return Boolean(screen?.title) && session !== null && whatIsMissing(screen, session) === null;
  };
}
