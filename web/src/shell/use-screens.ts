import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Screen } from '../core/pages/pages.ts';
import type { ScreenPath } from '../core/pages/screens.ts';
import { useInstallation } from '../core/session/installation.ts';
import { useSignedIn } from '../core/session/session.ts';
import { menuFor, type NavArea } from './menu/navigation.ts';

/** All existing screens by path. */
export function useScreens(): ReadonlyMap<ScreenPath, Screen> {
  const router = useRouter();
  const outbox = useInstallation('outbox');
  return useMemo(() => {
    const routes = Object.values(router.routesById) as {
      fullPath: ScreenPath;
      options: { staticData?: Screen };
    }[];
    return new Map(
      routes.flatMap(({ fullPath, options: { staticData } }) =>
        staticData?.title && (outbox || fullPath !== '/outbox') ? [[fullPath, staticData] as const] : [],
      ),
    );
  }, [router, outbox]);
}

export function useMenu(): NavArea[] {
  const screens = useScreens();
  const session = useSignedIn();
  return useMemo(() => menuFor(screens, session), [screens, session]);
}
