import { notificationRoutes, type PushKind } from '@aisle/contract/system/notifications';
import { pushRoutes } from '@aisle/contract/system/push';
import { Checkbox, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read, useWrite } from '../../core/api.ts';
import { messageOf } from '../../core/api-error.ts';
import { isIphone } from '../../core/install.ts';
import { canPush, currentSubscription, PushBlocked, pushBlockedText, subscribe } from '../../core/push.ts';
import { usePermissions } from '../../core/session/session.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Panel } from '../../ui/record/record-page.tsx';
import { pushKindChoices } from '../notifications/notice-labels.ts';

/** Push notifications: whether this device gets them, and what all devices of the user are notified about. */
export function PushPanel() {
  const held = usePermissions();
  const choices = pushKindChoices.filter(({ needs }) => held.has(needs));
  const settings = useQuery({ ...read(notificationRoutes.settings, {}), meta: { quiet: true } });
  const saving = useWrite(notificationRoutes.changeSettings);
  if (choices.length === 0) return null;
  const kinds = saving.isPending ? saving.variables.body?.pushKinds : settings.data?.pushKinds;
  return (
    <Panel title="Notifications">
      {settings.error && !kinds && (
        <ErrorState error={settings.error} retry={() => void settings.refetch()} />
      )}
      {settings.isPending && <Skeleton height={120} className="after-a-while" />}
      {kinds && (
        <Stack gap="md">
          <DeviceSwitch />
          <Checkbox.Group
            label="Notify me about"
            description="On all my devices."
            value={kinds}
            onChange={(pushKinds) => saving.mutate({ body: { pushKinds: pushKinds as PushKind[] } })}
          >
            <Stack gap="xs" mt="xs">
              {choices.map(({ value, label }) => (
                <Checkbox key={value} value={value} label={label} />
              ))}
            </Stack>
          </Checkbox.Group>
        </Stack>
      )}
    </Panel>
  );
}

function DeviceSwitch() {
  const device = useQuery({ ...read(pushRoutes.show, {}), meta: { quiet: true } });
  const key = useQuery({ ...read(pushRoutes.key, {}), meta: { quiet: true } });
  const [problem, setProblem] = useState<string>();
  const turningOn = useWrite(pushRoutes.turnOn, { quiet: true });
  const turningOff = useWrite(pushRoutes.turnOff);
  if (!canPush()) {
    return (
      <Text size="sm" c="dimmed">
        {isIphone()
          ? 'To get notifications on this iPhone, tap Share, then “Add to Home Screen”, and open Aisle from there.'
          : "This browser can't show notifications. Use a current version of Chrome, Edge, Firefox or Safari."}
      </Text>
    );
  }
  async function turnOn(publicKey: string): Promise<void> {
    setProblem(undefined);
    try {
      await turningOn.mutateAsync({ body: await subscribe('staff', publicKey) });
    } catch (error) {
      setProblem(error instanceof PushBlocked ? pushBlockedText : messageOf(error));
    }
  }
  async function turnOff(): Promise<void> {
    await turningOff.mutateAsync({});
    await (await currentSubscription('staff'))?.unsubscribe();
  }
  return (
    <Switch
      color="teal"
      label="Notifications on this device"
      description="Ends when you sign out."
      error={problem}
      disabled={!device.data || !key.data || turningOn.isPending || turningOff.isPending}
      checked={device.data?.isOn ?? false}
      onChange={({ currentTarget: { checked } }) => {
        if (!checked) void turnOff().catch(() => undefined);
        else if (key.data) void turnOn(key.data.publicKey);
      }}
    />
  );
}
