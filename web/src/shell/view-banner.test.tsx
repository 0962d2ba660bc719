import { userSessionRoutes } from '@aisle/contract/system/users/user-sessions';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { kim } from '../../test/records.ts';
import { show } from '../../test/render.tsx';
import { refusal, serve } from '../../test/server.ts';
import { getSession, startViewing } from '../core/session/session.ts';
import { ViewBanner } from './view-banner.tsx';

async function view() {
  const shown = await show(<ViewBanner />, { permissions: ['user_view'] });
  expect(screen.queryByRole('status')).toBeNull();
  startViewing('view-token', 'person-2', ['brand_list'], kim);
  await screen.findByText(/You're viewing Aisle as Kim Hale/);
  return shown;
}

test("shows a banner during a view-as session and restores the administrator's session", async () => {
  const ended = serve(userSessionRoutes.endViewAs, {});
  const { user } = await view();
  expect(getSession()).toMatchObject({ token: 'view-token', userId: 'person-2', isView: true });

  await user.press('Stop viewing');

  await waitFor(() => expect(getSession()).toMatchObject({ userId: 'person-1', isView: false }));
  expect(getSession()?.permissions.has('user_view')).toBe(true);
  expect(ended).toHaveLength(1);
});

test("ends the view-as session in the browser even if the server doesn't respond", async () => {
  serve(userSessionRoutes.endViewAs, refusal(503, 'unavailable', 'Aisle is restarting'));
  const { user } = await view();

  await user.press('Stop viewing');

  await waitFor(() => expect(getSession()?.isView).toBe(false));
});
