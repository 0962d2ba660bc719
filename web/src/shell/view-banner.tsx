import { fullName } from '@aisle/contract/core/full-name';
import { userSessionRoutes } from '@aisle/contract/system/users/user-sessions';
import { Button } from '@mantine/core';
import { useWrite } from '../core/api.ts';
import { endSession, useSignedIn } from '../core/session/session.ts';
import bannerClasses from '../ui/feedback/banner.module.css';

/** On every screen while an administrator views Aisle as somebody else. */
export function ViewBanner() {
  const { isView, user } = useSignedIn();
  const ending = useWrite(userSessionRoutes.endViewAs, { quiet: true });
  if (!isView) return null;
  // Without an answer the session on this side ends all the same; the other one after an hour.
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
