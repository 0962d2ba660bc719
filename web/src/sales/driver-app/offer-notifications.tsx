import { tripRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import { pushRoutes } from '@aisle/contract/system/push';
import { Button } from '@mantine/core';
import { IconBell, IconBellOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { read, useWrite } from '../../core/api.ts';
import { messageOf } from '../../core/api-error.ts';
import { notifyError } from '../../core/notice.tsx';
import { readPreference, savePreference } from '../../core/preferences/preferences.ts';
import {
  canPush,
  currentSubscription,
  deviceOf,
  PushBlocked,
  pushBlockedText,
  subscribe,
} from '../../core/push.ts';
import { InstallHint } from '../../ui/feedback/install-hint.tsx';

const hintPreference = 'tripsInstallHint';

/** Lets a driver get the next offers as notifications, and install this page. */
export function OfferNotifications({ token }: { token: string }) {
  const [isDismissed, setDismissed] = useState(() => readPreference(hintPreference, false));
  return (
    <>
      <InstallHint
        text="Your trips open in one tap, and new offers can notify you."
        isDismissed={isDismissed}
        onDismiss={() => {
          savePreference(hintPreference, true);
          setDismissed(true);
        }}
      />
      {canPush() && <OfferSwitch token={token} />}
    </>
  );
}

function OfferSwitch({ token }: { token: string }) {
  const params = { token };
  const [isOn, setOn] = useState<boolean>();
  const { data: key } = useQuery({ ...read(pushRoutes.key, {}), meta: { quiet: true } });
  const { mutateAsync: register, isPending: isTurningOn } = useWrite(tripRoutes.notify, { quiet: true });
  const { mutateAsync: unregister, isPending: isTurningOff } = useWrite(tripRoutes.stopNotifying);
  useEffect(() => {
    async function confirmDevice(): Promise<void> {
      const subscription = await currentSubscription('driver');
      // Registers again, because the server forgets phones that haven't opened a trip for a month.
      if (subscription) await register({ params: { token }, body: deviceOf(subscription) });
      setOn(subscription !== null);
    }
    confirmDevice().catch(() => setOn(false));
  }, [token, register]);
  async function turnOn(publicKey: string): Promise<void> {
    try {
      await register({ params, body: await subscribe('driver', publicKey) });
      setOn(true);
    } catch (error) {
      notifyError(error instanceof PushBlocked ? pushBlockedText : messageOf(error));
    }
  }
  async function turnOff(): Promise<void> {
    const subscription = await currentSubscription('driver');
    if (subscription) {
      await unregister({ params, body: { endpoint: subscription.endpoint } });
      await subscription.unsubscribe();
    }
    setOn(false);
  }
  if (isOn === undefined || !key) return null;
  return isOn ? (
    <Button
      variant="default"
      size="md"
      leftSection={<IconBellOff size={20} />}
      loading={isTurningOff}
      onClick={() => void turnOff().catch(() => undefined)}
    >
      Stop notifying me about offers
    </Button>
  ) : (
    <Button
      variant="default"
      size="md"
      leftSection={<IconBell size={20} />}
      loading={isTurningOn}
      onClick={() => void turnOn(key.publicKey)}
    >
      Notify me about offers
    </Button>
  );
}
