import { fullName } from '@aisle/contract/core/full-name';
import { userSessionRoutes } from '@aisle/contract/system/users/user-sessions';
import { Button } from '@mantine/core';
import { useWrite } from '../core/api.ts';
import { endSession, useSignedIn } from '../core/session/session.ts';
import bannerClasses from '../ui/feedback/banner.module.css';

/** Shown on every screen while an administrator views Aisle as another user. */
export function ViewBanner() {
  const { isView, user } = useSignedIn();
  const ending = useWrite(userSessionRoutes.endViewAs, { quiet: true });
  if (!isView) return null;
  // Without a response, the session still ends in this browser; on the server it ends after an hour.
  const stop = () =>
    ending
      .mutateAsync({})
      .catch(() => undefined)
      .then(endSession);
  return (
    <p role="status" className={bannerClasses.banner}>
      You're viewing Aisle as {fullName(user) || 'another user'}. Nothing can be changed.
      <Button size="compact-xs" variant="default" loading={ending.isPending} onClick={() => void stop()}>
        Stop viewing
      </Button>
    </p>
  );
}
