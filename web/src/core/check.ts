import { signedInRoutes } from '@aisle/contract/system/auth/signed-in';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { read } from './api.ts';
import { isPassing } from './api-error.ts';
import { recordInstallation } from './session/installation.ts';
import { interruptSession, refreshSession } from './session/session.ts';

const everyMs = 5 * 60_000;

/**
 * Requests the current user and permissions on mount and regularly afterwards. Renders nothing, so that a response causes no
 * layout.
 */
export function Checking(): null {
  const { data, error } = useQuery({
    ...read(signedInRoutes.check, {}),
    refetchInterval: everyMs,
    meta: { quiet: true },
  });
  useEffect(() => {
    if (!data) return;
    refreshSession(data.userRole, data.user);
    const { brand, flags, mapTiles, version } = data;
    recordInstallation({
      brand,
      ...flags,
      tilesUrl: mapTiles?.url ?? null,
      tilesCredit: mapTiles?.attribution ?? '',
      version,
    });
  }, [data]);
  useEffect(() => {
    // Ends the session if the server refuses it, but not if the server is unreachable.
    if (error && !isPassing(error)) interruptSession();
  }, [error]);
  return null;
}
