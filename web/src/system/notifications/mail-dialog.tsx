import { type NoticeSettings, notificationRoutes } from '@aisle/contract/system/notifications';
import { Button, Checkbox, Group, Modal, Radio, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read, useWrite } from '../../core/api.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { ScreenLink } from '../../ui/record/screen-link.tsx';
import { mailedKindChoices } from './notice-labels.ts';

/** The user's own email alerts. */
export function MailDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery({ ...read(notificationRoutes.settings, {}), meta: { quiet: true } });
  return (
    <Modal opened onClose={onClose} title="Email alerts">
      {query.data ? (
        <Form settings={query.data} onClose={onClose} />
      ) : query.error ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : (
        <Skeleton height={200} className="after-a-while" />
      )}
    </Modal>
  );
}

function Form({ settings, onClose }: { settings: NoticeSettings; onClose: () => void }) {
  const [mail, setMail] = useState(settings.mail);
  const [kinds, setKinds] = useState<string[]>(settings.kinds);
  const save = useWrite(notificationRoutes.changeSettings);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const body = { mail, kinds: kinds as NoticeSettings['kinds'] };
        void save.mutateAsync({ body }).then(onClose, () => undefined);
      }}
    >
      <Stack gap="lg">
        <Radio.Group label="Send" value={mail} onChange={(value) => setMail(value as NoticeSettings['mail'])}>
          <Stack gap="xs" mt="xs">
            <Radio value="off" label="Never" />
            <Radio
              value="soon"
              label="Soon"
              description="One email with everything new, at most every 15 minutes"
            />
            <Radio
              value="daily"
              label="Every morning"
              description="A summary at 7:00 AM, in the time zone of each store"
            />
          </Stack>
        </Radio.Group>
        {mail !== 'off' && (
          <Checkbox.Group label="About" value={kinds} onChange={setKinds}>
            <Stack gap="xs" mt="xs">
              {mailedKindChoices.map(({ value, label }) => (
                <Checkbox key={value} value={value} label={label} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        <Text size="sm" c="dimmed">
          Turn on notifications on this device in your <ScreenLink to="/profile">profile</ScreenLink>.
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending} disabled={mail !== 'off' && kinds.length === 0}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
