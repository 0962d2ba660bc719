import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { readPreference, savePreference } from '../../core/preferences/preferences.ts';

const latestTrip = 'latestTrip';

/**
 * Makes the page of a trip installable. The installed app opens with the link of an early trip, so a link that no longer works
 * leads to the latest trip that was opened on this phone.
 */
export function useTripApp(token: string, { isOpen, isGone }: { isOpen: boolean; isGone: boolean }): void {
  const navigate = useNavigate();
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
    if (link) link.href = `/d/${token}/app.webmanifest`;
  }, [token]);
  useEffect(() => {
    if (isOpen) savePreference(latestTrip, token);
  }, [isOpen, token]);
  useEffect(() => {
    const latest = readPreference<string | null>(latestTrip, null);
    if (isGone && latest && latest !== token) {
      void navigate({ to: '/d/$token', params: { token: latest }, replace: true });
    }
  }, [isGone, token, navigate]);
}
